package io.rowlock.internal.hbase;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Builds HBase's requests for reads. They rest on HBase's defaults of one version and strong
 * consistency, and read whole rows: a part of a row could miss its lock.
 */
final class ReadRequests {

  private ReadRequests() {}

  static Get get(RowRead read) {
    Get get = new Get(read.key().row());
    select(read.columns(), get::addFamily, get::addColumn);
    return get;
  }

  static Scan scan(RangeScan request) {
    Scan scan =
        new Scan()
            .setReversed(request.reversed())
            .setLimit(request.limit())
            .setCaching(request.limit())
            .setReadType(Scan.ReadType.PREAD)
            .setScanMetricsEnabled(true);
    select(request.columns(), scan::addFamily, scan::addColumn);
    bound(request.range(), request.reversed(), scan);
    return scan;
  }

  /** Adds the selected columns and the lock, or nothing, which HBase takes for everything. */
  private static void select(
      ColumnSelection columns, Consumer<byte[]> family, BiConsumer<byte[], byte[]> column) {
    if (columns.isAll()) {
      return;
    }
    columns
        .families()
        .forEach(
            (name, qualifiers) -> {
              if (qualifiers.isEmpty()) {
                family.accept(name);
              }
              qualifiers.forEach(qualifier -> column.accept(name, qualifier));
            });
    column.accept(LockColumn.family(), LockColumn.qualifier());
  }

  /** An open end keeps HBase's defaults: "inclusive" says nothing of it. */
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
