package io.rowlock.internal.transaction;

import java.util.List;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.jspecify.annotations.Nullable;

/**
 * Refuses those of HBase's filters that have no meaning in a transaction, wrapped in others or not.
 */
final class FilterRules {

  private FilterRules() {}

  /** Checks the filter of a get or a condition. */
  static void check(@Nullable Filter filter, Refusals refusals) {
    if (filter instanceof TimestampsFilter || filter instanceof DependentColumnFilter) {
      throw refusals.refuse(
          "it has a " + filter.getClass().getSimpleName(),
          "It judges cells by their timestamps, which are Rowlock's own and which a transaction's"
              + " own writes do not have yet",
          "Keep times that matter to you in a column, and filter by its value");
    }
    partsOf(filter).forEach(part -> check(part, refusals));
  }

  /** Checks the filter of a scan. */
  static void checkOfScan(@Nullable Filter filter, Refusals refusals) {
    if (filter instanceof ColumnCountGetFilter) {
      throw refusals.refuse(
          "it has a ColumnCountGetFilter",
          "It is for gets: in a scan of HBase it ends the reading of a whole family",
          "Use ColumnPaginationFilter, or setMaxResultsPerColumnFamily");
    }
    partsOf(filter).forEach(part -> checkOfScan(part, refusals));
  }

  private static List<Filter> partsOf(@Nullable Filter filter) {
    if (filter instanceof FilterList list) {
      return list.getFilters();
    }
    if (filter instanceof SkipFilter skip) {
      return List.of(skip.getFilter());
    }
    return filter instanceof WhileMatchFilter whileMatch
        ? List.of(whileMatch.getFilter())
        : List.of();
  }
}
