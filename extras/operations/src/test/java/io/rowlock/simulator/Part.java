package io.rowlock.simulator;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A filter of HBase, with a second implementation of what it passes.
 *
 * @param judgesRows whether it judges rows as a whole
 * @param counts whether it counts cells, those of one family after those of another
 * @param filter a fresh one; null for none
 */
record Part(
    boolean judgesRows, boolean counts, @Nullable Filter filter, UnaryOperator<Content> left) {

  static final int KINDS = 23;

  /**
   * Returns a filter.
   *
   * @param number a small number, which some filters use
   */
  static Part of(int kind, int number) {
    byte[] some = Bytes.toBytes((long) number);
    return switch (kind) {
      case 0 ->
          cells(
              qualifier(CompareOperator.EQUAL, Content.COUNT), row -> row.only(false, true, false));
      case 1 ->
          cells(
              qualifier(CompareOperator.NOT_EQUAL, Content.COUNT),
              row -> row.only(true, false, true));
      case 2 ->
          cells(
              new FamilyFilter(CompareOperator.EQUAL, new BinaryComparator(Content.G)),
              row -> row.only(false, false, true));
      case 3 -> cells(new ColumnPrefixFilter(Content.LIST), row -> row.only(true, false, false));
      case 4 ->
          cells(
              new ColumnRangeFilter(Bytes.toBytes("m"), true, null, true),
              row -> row.only(false, true, true));
      case 5 ->
          cells(
              new ColumnRangeFilter(null, true, Content.COUNT, false),
              row -> row.only(true, false, false));
      case 6 ->
          cells(
              new MultipleColumnPrefixFilter(new byte[][] {Content.LIST, Content.TAG}),
              row -> row.only(true, false, true));
      case 7 ->
          counting(
              new ColumnPaginationFilter(1 + number % 2, number % 3),
              row -> row.page(number % 3, 1 + number % 2));
      case 8 -> counting(new FirstKeyOnlyFilter(), row -> row.page(0, 1));
      case 9 ->
          counting(
              new FilterList(
                  new ColumnPrefixFilter(Content.COUNT), new ColumnPaginationFilter(1, 0)),
              row -> row.only(false, true, false));
      case 10 ->
          cells(
              new FilterList(
                  FilterList.Operator.MUST_PASS_ONE,
                  qualifier(CompareOperator.EQUAL, Content.LIST),
                  qualifier(CompareOperator.EQUAL, Content.TAG)),
              row -> row.only(true, false, true));
      case 11 ->
          cells(
              new ValueFilter(
                  CompareOperator.EQUAL, new BinaryPrefixComparator(Bytes.toBytes("."))),
              row -> row.only(true, false, false));
      case 12 ->
          rows(
              counts(CompareOperator.GREATER, some, true),
              row -> row.count() != null && row.count() > number);
      case 13 ->
          rows(
              counts(CompareOperator.LESS_OR_EQUAL, some, false),
              row -> row.count() == null || row.count() <= number);
      case 14 ->
          rows(
              new SkipFilter(qualifier(CompareOperator.NOT_EQUAL, Content.COUNT)),
              row -> row.count() == null);
      case 15 ->
          counting(
              new ColumnPaginationFilter(2, Content.COUNT), row -> row.only(false, true, true));
      case 16 -> counting(new ColumnPaginationFilter(20_000, 0), row -> row);
      case 17 -> cells(new FilterList(), row -> row);
      case 18 ->
          cells(
              new RowFilter(CompareOperator.LESS, new BinaryComparator(Bytes.toBytes("q"))),
              row -> Content.NOTHING);
      case 19 -> cells(new PrefixFilter(Bytes.toBytes("r")), row -> row);
      case 20 -> cells(new WhileMatchFilter(new PrefixFilter(Bytes.toBytes("r"))), row -> row);
      default -> own(new UserFilter(UserFilter.Kind.values()[number]));
    };
  }

  /** Returns a filter for gets only. */
  static Part ofGet(int number) {
    int most = 1 + number % 3;
    return counting(new ColumnCountGetFilter(most), row -> row.page(0, most));
  }

  private static Part own(UserFilter filter) {
    return new Part(filter.judgesRows(), true, filter, filter::left);
  }

  private static Part counting(Filter filter, UnaryOperator<Content> left) {
    return new Part(false, true, filter, left);
  }

  private static Filter qualifier(CompareOperator operator, byte[] qualifier) {
    return new QualifierFilter(operator, new BinaryComparator(qualifier));
  }

  private static Filter counts(CompareOperator operator, byte[] number, boolean hidesMissing) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(Content.F, Content.COUNT, operator, number);
    filter.setFilterIfMissing(hidesMissing);
    return filter;
  }

  private static Part cells(Filter filter, UnaryOperator<Content> left) {
    return new Part(false, false, filter, left);
  }

  private static Part rows(Filter filter, Predicate<Content> shows) {
    return new Part(true, true, filter, row -> shows.test(row) ? row : Content.NOTHING);
  }
}
