package io.rowlock.admin;

import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the newest timestamp in a table, of any version of any cell and of any delete marker, by a
 * raw scan. It looks only for timestamps above a bound, so that the servers skip store files
 * without such timestamps. The lock family is left out: its timestamps are Rowlock's own.
 */
final class NewestTimestamp {

  private static final Logger LOG = LoggerFactory.getLogger(NewestTimestamp.class);
  private static final Duration BETWEEN_LOG_LINES = Duration.ofSeconds(10);

  private final Connection connection;
  private final Clock clock;
  private final TableDescriptor table;
  private final Consumer<ScanProgress> listener;
  private long newest;
  private long rowsSeen;
  private long lastLogNanos;

  NewestTimestamp(
      Connection connection, Clock clock, TableDescriptor table, Consumer<ScanProgress> listener) {
    this.connection = connection;
    this.clock = clock;
    this.table = table;
    this.listener = listener;
    this.lastLogNanos = clock.monotonicNanos();
  }

  /** Returns the newest timestamp in the table, or the bound if there is none above it. */
  long above(long bound) throws IOException {
    newest = bound;
    try (RegionLocator locator = connection.getRegionLocator(table.getTableName());
        Table data = connection.getTable(table.getTableName())) {
      byte[][] starts = locator.getStartKeys();
      for (int region = 0; region < starts.length; region++) {
        boolean isLast = region + 1 == starts.length;
        byte[] end = isLast ? HConstants.EMPTY_END_ROW : starts[region + 1];
        scan(data, scanOf(starts[region], end, bound));
        logProgress(region + 1, starts.length);
        listener.accept(new ScanProgress(region + 1, starts.length, rowsSeen));
      }
    }
    return newest;
  }

  private Scan scanOf(byte[] start, byte[] end, long bound) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(start)
            .withStopRow(end)
            .setRaw(true)
            .readAllVersions()
            .setTimeRange(bound + 1, Long.MAX_VALUE)
            .setFilter(new KeyOnlyFilter())
            .setCacheBlocks(false);
    for (byte[] family : table.getColumnFamilyNames()) {
      if (!LockColumn.isFamily(family)) {
        scan.addFamily(family);
      }
    }
    return scan;
  }

  private void scan(Table data, Scan scan) throws IOException {
    try (ResultScanner rows = data.getScanner(scan)) {
      for (Result row : rows) {
        rowsSeen++;
        for (Cell cell : row.rawCells()) {
          newest = Math.max(newest, cell.getTimestamp());
        }
      }
    }
  }

  private void logProgress(int done, int regions) {
    long now = clock.monotonicNanos();
    if (now - lastLogNanos >= BETWEEN_LOG_LINES.toNanos()) {
      lastLogNanos = now;
      LOG.info(
          "Looking for the newest timestamp in table '{}': {} of {} regions done",
          table.getTableName().getNameAsString(),
          done,
          regions);
    }
  }
}
