package io.rowlock.internal.admin;

import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.time.Duration;
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
public final class NewestTimestamp {

  private static final Logger LOG = LoggerFactory.getLogger(NewestTimestamp.class);
  private static final Duration BETWEEN_LOG_LINES = Duration.ofSeconds(10);

  private final Connection connection;
  private final Clock clock;
  private final TableDescriptor table;
  private final Listener listener;
  private long newest;
  private byte[] newestRow = HConstants.EMPTY_BYTE_ARRAY;
  private long rowsSeen;
  private long lastLogNanos;

  public NewestTimestamp(
      Connection connection, Clock clock, TableDescriptor table, Listener listener) {
    this.connection = connection;
    this.clock = clock;
    this.table = table;
    this.listener = listener;
    this.lastLogNanos = clock.monotonicNanos();
  }

  /** Receives the progress of the scan, region by region. */
  @FunctionalInterface
  public interface Listener {
    void scanned(int regionsDone, int regions, long rowsSeen);
  }

  /** Returns the newest timestamp in the table, or the bound if there is none above it. */
  public long above(long bound) throws IOException {
    return above(bound, Long.MAX_VALUE);
  }

  /** Returns the row of the newest timestamp; empty if there is none above the bound. */
  public byte[] row() {
    return newestRow;
  }

  /**
   * Returns the newest timestamp before the end, or the bound if there is none above it.
   *
   * @param end later timestamps do not count
   */
  public long above(long bound, long end) throws IOException {
    newest = bound;
    try (RegionLocator locator = connection.getRegionLocator(table.getTableName());
        Table data = connection.getTable(table.getTableName())) {
      byte[][] starts = locator.getStartKeys();
      for (int region = 0; region < starts.length; region++) {
        boolean isLast = region + 1 == starts.length;
        byte[] stop = isLast ? HConstants.EMPTY_END_ROW : starts[region + 1];
        scan(data, scanOf(starts[region], stop).setTimeRange(bound + 1, end));
        logProgress(region + 1, starts.length);
        listener.scanned(region + 1, starts.length, rowsSeen);
      }
    }
    return newest;
  }

  private Scan scanOf(byte[] start, byte[] stop) {
    Scan scan =
        new Scan()
            .withStartRow(start)
            .withStopRow(stop)
            .setRaw(true)
            .readAllVersions()
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
          note(row, cell.getTimestamp());
        }
      }
    }
  }

  private void note(Result row, long timestamp) {
    if (timestamp > newest) {
      newest = timestamp;
      newestRow = row.getRow();
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
