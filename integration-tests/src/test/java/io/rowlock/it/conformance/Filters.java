package io.rowlock.it.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/** Draws filters: every built-in one that is not refused, alone and nested. */
@SuppressWarnings("deprecation") // also draws deprecated classes
final class Filters {

  private static final Map<Class<? extends Filter>, Function<Draw, Filter>> SIMPLE =
      new LinkedHashMap<>();
  private static final Map<Class<? extends Filter>, Function<Draw, Filter>> NESTED =
      new LinkedHashMap<>();

  static {
    SIMPLE.put(
        ColumnCountGetFilter.class,
        d -> d.isOfScan() ? new KeyOnlyFilter() : new ColumnCountGetFilter(d.below(4)));
    SIMPLE.put(ColumnPaginationFilter.class, Filters::pagination);
    SIMPLE.put(ColumnPrefixFilter.class, d -> new ColumnPrefixFilter(d.qualifier()));
    SIMPLE.put(ColumnRangeFilter.class, Filters::columnRange);
    SIMPLE.put(
        ColumnValueFilter.class,
        d ->
            d.chance(3)
                ? new ColumnValueFilter(
                    d.family(), Draw.NUMBER, d.operator(), Comparators.ofNumbers(d))
                : new ColumnValueFilter(
                    d.family(), d.qualifier(), d.operator(), Comparators.ofValues(d)));
    SIMPLE.put(
        FamilyFilter.class, d -> new FamilyFilter(d.operator(), Comparators.of(d, d.family())));
    SIMPLE.put(FirstKeyOnlyFilter.class, d -> new FirstKeyOnlyFilter());
    SIMPLE.put(FirstKeyValueMatchingQualifiersFilter.class, Filters::firstMatching);
    SIMPLE.put(FuzzyRowFilter.class, Filters::fuzzy);
    SIMPLE.put(InclusiveStopFilter.class, d -> new InclusiveStopFilter(d.row()));
    SIMPLE.put(KeyOnlyFilter.class, d -> new KeyOnlyFilter(d.chance(2)));
    SIMPLE.put(MultiRowRangeFilter.class, Filters::ranges);
    SIMPLE.put(
        MultipleColumnPrefixFilter.class,
        d -> new MultipleColumnPrefixFilter(d.some(3, d::qualifier).toArray(byte[][]::new)));
    SIMPLE.put(PageFilter.class, d -> new PageFilter(1 + d.below(3)));
    SIMPLE.put(PrefixFilter.class, d -> new PrefixFilter(d.row()));
    SIMPLE.put(
        QualifierFilter.class,
        d -> new QualifierFilter(d.operator(), Comparators.of(d, d.qualifier())));
    SIMPLE.put(RandomRowFilter.class, d -> new RandomRowFilter(d.chance(2) ? -1 : 2));
    SIMPLE.put(RowFilter.class, d -> new RowFilter(d.operator(), Comparators.ofRows(d)));
    SIMPLE.put(SingleColumnValueFilter.class, Filters::singleColumn);
    SIMPLE.put(SingleColumnValueExcludeFilter.class, Filters::singleColumnExclude);
    SIMPLE.put(ValueFilter.class, d -> new ValueFilter(d.operator(), Comparators.ofValues(d)));
    NESTED.put(FilterList.class, Filters::list);
    NESTED.put(SkipFilter.class, d -> new SkipFilter(judgedByWholeRows(d)));
    NESTED.put(WhileMatchFilter.class, d -> new WhileMatchFilter(judgedByCells(d)));
  }

  private Filters() {}

  /** The classes that can be drawn. */
  static Collection<Class<? extends Filter>> drawn() {
    List<Class<? extends Filter>> drawn = new ArrayList<>(SIMPLE.keySet());
    drawn.addAll(NESTED.keySet());
    return drawn;
  }

  static Filter any(Draw draw) {
    Map<Class<? extends Filter>, Function<Draw, Filter>> kinds =
        draw.chance(4) && !draw.isOnlyWhatIsThere() ? NESTED : SIMPLE;
    Class<? extends Filter> type = draw.oneOf(List.copyOf(kinds.keySet()));
    draw.note(type.getSimpleName());
    return kinds.get(type).apply(draw);
  }

  /**
   * Draws a wrapped filter. It must not depend on whether HBase loads families on demand, because
   * HBase would hide from it the families that do not matter to the wrapped filter.
   */
  private static Filter judgedByWholeRows(Draw draw) {
    Filter filter = any(draw);
    return needsAllFamilies(filter)
        ? filter
        : new RowFilter(draw.operator(), Comparators.of(draw, draw.row()));
  }

  /**
   * Draws a filter that does not check row keys: HBase also shows such a filter rows without
   * remaining cells, until their deleted cells are compacted away.
   */
  private static Filter judgedByCells(Draw draw) {
    return draw.chance(2)
        ? new QualifierFilter(draw.operator(), Comparators.of(draw, draw.qualifier()))
        : new ValueFilter(draw.operator(), Comparators.ofValues(draw));
  }

  /** Whether HBase must not load families on demand. */
  static boolean needsAllFamilies(Filter filter) {
    return isEssential(filter, Draw.F) && isEssential(filter, Draw.G);
  }

  private static boolean isEssential(Filter filter, byte[] family) {
    try {
      return filter.isFamilyEssential(family);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Filter list(Draw draw) {
    FilterList.Operator operator = draw.oneOf(List.of(FilterList.Operator.values()));
    return new FilterList(operator, draw.some(3, () -> any(draw)));
  }

  private static Filter pagination(Draw draw) {
    return draw.chance(2)
        ? new ColumnPaginationFilter(1 + draw.below(3), draw.below(3))
        : new ColumnPaginationFilter(1 + draw.below(3), draw.qualifier());
  }

  private static Filter columnRange(Draw draw) {
    byte[] from = draw.chance(4) ? null : draw.qualifier();
    byte[] to = draw.chance(4) ? null : draw.qualifier();
    return new ColumnRangeFilter(from, draw.chance(2), to, draw.chance(2));
  }

  private static Filter firstMatching(Draw draw) {
    Set<byte[]> qualifiers = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    qualifiers.addAll(draw.some(2, draw::qualifier));
    return new FirstKeyValueMatchingQualifiersFilter(qualifiers);
  }

  /** HBase's reversed scan shows parts of rows that are longer than the pattern. */
  private static Filter fuzzy(Draw draw) {
    if (draw.isOfReversedScan()) {
      return new PrefixFilter(draw.row());
    }
    List<Pair<byte[], byte[]>> patterns = new ArrayList<>();
    for (byte[] row : draw.some(2, draw::row)) {
      byte[] mask = new byte[row.length];
      mask[draw.below(mask.length)] = (byte) draw.below(2);
      patterns.add(new Pair<>(row, mask));
    }
    return new FuzzyRowFilter(patterns);
  }

  private static Filter ranges(Draw draw) {
    if (draw.chance(3)) {
      return new MultiRowRangeFilter(draw.some(2, draw::row).toArray(byte[][]::new));
    }
    List<RowRange> ranges = new ArrayList<>();
    for (int left = 1 + draw.below(2); left > 0; left--) {
      byte[] one = draw.row();
      byte[] other = draw.row();
      boolean inOrder = Bytes.compareTo(one, other) < 0;
      ranges.add(
          new RowRange(
              inOrder ? one : other, draw.chance(2), inOrder ? other : one, draw.chance(2)));
    }
    return new MultiRowRangeFilter(ranges);
  }

  private static Filter singleColumn(Draw draw) {
    return withOptions(
        draw,
        draw.chance(3)
            ? new SingleColumnValueFilter(
                draw.family(), Draw.NUMBER, draw.operator(), Comparators.ofNumbers(draw))
            : new SingleColumnValueFilter(
                draw.family(), draw.qualifier(), draw.operator(), Comparators.ofValues(draw)));
  }

  private static Filter singleColumnExclude(Draw draw) {
    return withOptions(
        draw,
        new SingleColumnValueExcludeFilter(
            draw.family(), draw.qualifier(), draw.operator(), Comparators.ofValues(draw)));
  }

  private static Filter withOptions(Draw draw, SingleColumnValueFilter filter) {
    filter.setFilterIfMissing(draw.chance(2));
    filter.setLatestVersionOnly(draw.chance(2));
    return filter;
  }
}
