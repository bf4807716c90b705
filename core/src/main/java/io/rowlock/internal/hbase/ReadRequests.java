package io.rowlock.internal.hbase;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ColumnSlice;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import java.util.Map;
import java.util.NavigableSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/**
 * Builds HBase's requests for reads. They rely on HBase's defaults of one version and strong
 * consistency, and always include the lock, which a part of a row could lack.
 */
final class ReadRequests {

  private ReadRequests() {}

  static Get get(RowRead read) {
    Get get = new Get(read.key().row());
    select(read.columns(), get::addFamily, get::addColumn);
    ColumnSlice slice = read.slice();
    if (slice != null) {
      get.setMaxResultsPerColumnFamily(slice.limit()); // one lock is within any limit
      if (slice.from().length > 0 || slice.until().length > 0) {
        get.setFilter(range(slice, read.columns()));
      }
    }
    return get;
  }

  private static Filter range(ColumnSlice slice, ColumnSelection columns) {
    byte[] until = slice.until().length > 0 ? slice.until() : null; // null: no end
    return new FilterList(
        FilterList.Operator.MUST_PASS_ONE,
        lockFilter(columns),
        new ColumnRangeFilter(slice.from(), true, until, false));
  }

  /**
   * Returns a filter that passes the lock. While the filter is not finished, the server goes
   * through all columns one by one; if the lock is known to come first, the filter finishes there,
   * and the server skips columns by a seek.
   */
  private static Filter lockFilter(ColumnSelection columns) {
    Filter filter =
        new FamilyFilter(CompareOperator.EQUAL, new BinaryComparator(LockColumn.family()));
    boolean lockIsFirst =
        !columns.isAll() && columns.families().headMap(LockColumn.family(), true).isEmpty();
    return lockIsFirst ? new WhileMatchFilter(filter) : filter;
  }

  static Scan scan(RangeScan request) {
    Scan scan =
        new Scan()
            .setReversed(request.reversed())
            .setLimit(request.limit())
            .setCaching(request.limit())
            .setMaxResultSize(request.maxBytes())
            .setReadType(Scan.ReadType.PREAD)
            .setScanMetricsEnabled(true);
    select(request.columns(), scan::addFamily, scan::addColumn);
    bound(request.range(), request.reversed(), scan);
    return scan;
  }

  /** Adds the selected columns and the lock, or nothing, which HBase treats as everything. */
  private static void select(
      ColumnSelection columns, Consumer<byte[]> family, BiConsumer<byte[], byte[]> column) {
    if (columns.isAll()) {
      return;
    }
    for (Map.Entry<byte[], NavigableSet<byte[]>> selected : columns.families().entrySet()) {
      if (selected.getValue().isEmpty()) {
        family.accept(selected.getKey());
      }
      for (byte[] qualifier : selected.getValue()) {
        column.accept(selected.getKey(), qualifier);
      }
    }
    column.accept(LockColumn.family(), LockColumn.qualifier());
  }

  /** Sets the bounds. An open end keeps HBase's defaults: "inclusive" has no meaning for it. */
  private static void bound(RowRange range, boolean reversed, Scan scan) {
    byte[] start = reversed ? range.last() : range.first();
    byte[] stop = reversed ? range.first() : range.last();
    if (start.length > 0) {
      scan.withStartRow(start, reversed ? range.lastInclusive() : range.firstInclusive());
    }
    if (stop.length > 0) {
      scan.withStopRow(stop, reversed ? range.firstInclusive() : range.lastInclusive());
    }
  }
}
