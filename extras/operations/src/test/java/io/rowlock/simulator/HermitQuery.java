package io.rowlock.simulator;

import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A query for some columns of a row with many, so that a slice of it is fetched, which is sometimes
 * too short.
 *
 * @param prefix of qualifiers
 * @param first of the qualifiers
 * @param value null for any
 * @param offset columns of each family that are left out first
 * @param limit columns of each family that follow; 0 for all
 */
record HermitQuery(Shape shape, String prefix, String first, String value, int offset, int limit) {

  /** The kind of filter. */
  enum Shape {
    NOTHING,
    PREFIX,
    RANGE,
    PREFIX_AND_VALUE,
    RANGE_AND_VALUE,
    PREFIX_OF_OWN_KIND,
    VALUE_AT_LAST,
    RANGE_OF_STRANGE_KIND
  }

  private static final int BEYOND_ALL = 20_000;

  static HermitQuery draw(SplittableRandom dice) {
    Shape shape = Shape.values()[dice.nextInt(Shape.values().length)];
    int limit = new int[] {0, 0, 1, 2, 3, BEYOND_ALL}[dice.nextInt(6)];
    return new HermitQuery(
        shape,
        "c" + dice.nextInt(3),
        "c%02d".formatted(dice.nextInt(30)),
        "v" + (1 + dice.nextInt(3)),
        limit > 0 ? dice.nextInt(3) : 0,
        shape == Shape.VALUE_AT_LAST ? 0 : limit);
  }

  Get get(String row) {
    Get get = new Get(Bytes.toBytes(row));
    get.setFilter(filter());
    if (limit > 0) {
      get.setMaxResultsPerColumnFamily(limit).setRowOffsetPerColumnFamily(offset);
    }
    return get;
  }

  private Filter filter() {
    ColumnPrefixFilter byPrefix = new ColumnPrefixFilter(Bytes.toBytes(prefix));
    ColumnRangeFilter range = new ColumnRangeFilter(Bytes.toBytes(first), true, null, true);
    return switch (shape) {
      case NOTHING -> null;
      case PREFIX -> byPrefix;
      case RANGE -> range;
      case PREFIX_AND_VALUE -> new FilterList(byPrefix, byValue());
      case RANGE_AND_VALUE -> new FilterList(range, byValue());
      case PREFIX_OF_OWN_KIND -> new OwnPrefix(prefix);
      case RANGE_OF_STRANGE_KIND -> new StrangeRange(first);
      case VALUE_AT_LAST -> new ValueAtLast(value);
    };
  }

  private ValueFilter byValue() {
    return new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(Bytes.toBytes(value)));
  }

  /** A user's own filter, which inherits the copying methods from HBase's. */
  private static final class OwnPrefix extends ColumnPrefixFilter {

    OwnPrefix(String prefix) {
      super(Bytes.toBytes(prefix));
    }
  }

  /** A user's own filter with a method of the same name that does something else. */
  public static final class StrangeRange extends ColumnRangeFilter {

    StrangeRange(String first) {
      super(Bytes.toBytes(first), true, null, true);
    }

    /** Hides the copying method. */
    @SuppressWarnings("unused") // found by its name
    public static ColumnRangeFilter parseFrom(byte[] bytes) {
      return null;
    }
  }

  /** Removes cells from rows after it has seen them, perhaps all of them. */
  private static final class ValueAtLast extends FilterBase {

    private final byte[] value;

    ValueAtLast(String value) {
      this.value = Bytes.toBytes(value);
    }

    @Override
    public ReturnCode filterCell(Cell cell) {
      return ReturnCode.INCLUDE;
    }

    @Override
    public boolean hasFilterRow() {
      return true;
    }

    @Override
    public void filterRowCells(List<Cell> cells) {
      cells.removeIf(cell -> !CellUtil.matchingValue(cell, value));
    }
  }

  /** Returns what it shows of a row. */
  String of(NavigableMap<String, byte[]> columns) {
    NavigableMap<String, byte[]> shown = new TreeMap<>();
    for (String family : new String[] {"f:", "g:"}) {
      int passed = 0;
      for (String column : columns.subMap(family, family + "~").keySet()) {
        if (isShown(column.substring(2), columns.get(column))) {
          passed++;
          boolean isBefore = limit > 0 && passed <= offset;
          if (!isBefore && (limit == 0 || passed <= offset + limit)) {
            shown.put(column, columns.get(column));
          }
        }
      }
    }
    return Hermit.text(shown);
  }

  private boolean isShown(String qualifier, byte[] stored) {
    boolean hasPrefix = qualifier.startsWith(prefix);
    boolean isInRange = qualifier.compareTo(first) >= 0;
    boolean hasValue = value.equals(Bytes.toString(stored));
    return switch (shape) {
      case NOTHING -> true;
      case PREFIX, PREFIX_OF_OWN_KIND -> hasPrefix;
      case RANGE, RANGE_OF_STRANGE_KIND -> isInRange;
      case PREFIX_AND_VALUE -> hasPrefix && hasValue;
      case RANGE_AND_VALUE -> isInRange && hasValue;
      case VALUE_AT_LAST -> hasValue;
    };
  }
}
