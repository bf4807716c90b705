package io.rowlock;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;

/**
 * Changes a table's descriptor, and waits for its regions to be opened with the new one. Each
 * opening of a region leaves a higher sequence number in {@code hbase:meta}, by which it is seen.
 */
final class TableAlteration {

  private static final long MILLIS_BETWEEN_LOOKS = 1000;

  private final Connection connection;
  private final Admin admin;
  private final Consumer<ReopenProgress> listener;

  TableAlteration(Connection connection, Admin admin, Consumer<ReopenProgress> listener) {
    this.connection = connection;
    this.admin = admin;
    this.listener = listener;
  }

  /**
   * Returns when all regions are open again.
   *
   * @throws TimeoutIOException when that takes longer than HBase's client is told to wait for it
   */
  void apply(TableDescriptor target) throws IOException {
    TableName table = target.getTableName();
    Map<String, Long> before = openings(table);
    report(before, before);
    Future<Void> reopening = admin.modifyTableAsync(target);
    long looks = Math.max(1, admin.getSyncWaitTimeout() / MILLIS_BETWEEN_LOOKS);
    while (!isDone(reopening)) {
      report(before, openings(table));
      if (--looks == 0) {
        throw new TimeoutIOException(
            "The regions of table '"
                + table.getNameAsString()
                + "' have not been reopened within "
                + admin.getSyncWaitTimeout()
                + " ms (hbase.client.sync.wait.timeout.msec); HBase goes on with it");
      }
    }
    report(before, openings(table));
  }

  private static boolean isDone(Future<Void> reopening) throws IOException {
    try {
      reopening.get(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    } catch (InterruptedException interrupted) {
      throw Blocking.interrupted("Interrupted while waiting for regions to reopen", interrupted);
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException cause ? cause : new IOException(failed);
    }
  }

  private void report(Map<String, Long> before, Map<String, Long> now) {
    long reopened =
        now.entrySet().stream()
            .filter(region -> region.getValue() > before.getOrDefault(region.getKey(), -1L))
            .count();
    listener.accept(new ReopenProgress((int) reopened, now.size()));
  }

  /** The sequence number of the last opening of each region. */
  private Map<String, Long> openings(TableName table) throws IOException {
    Map<String, Long> openings = new HashMap<>();
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      for (HRegionLocation region : locator.getAllRegionLocations()) {
        openings.put(region.getRegion().getEncodedName(), region.getSeqNum());
      }
    }
    return openings;
  }
}
