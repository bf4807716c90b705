package io.rowlock.admin;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Reads the rows of a range, region by region, in constant memory, and reports the progress. */
final class RangeScan {

  /** Large enough for few requests, small enough for frequent progress. */
  private static final int ROWS_AT_ONCE = 500;

  private final Connection connection;
  private final LockRange range;
  private final Consumer<ScanProgress> listener;
  private long rowsSeen;

  RangeScan(Connection connection, LockRange range, Consumer<ScanProgress> listener) {
    this.connection = connection;
    this.range = range;
    this.listener = listener;
  }

  /** Receives the rows. */
  @FunctionalInterface
  interface Visitor {
    void visit(Result row) throws IOException;
  }

  LockRange range() {
    return range;
  }

  /**
   * Returns the table's descriptor.
   *
   * @throws DoNotRetryIOException if the table does not exist, or has no locks
   */
  TableDescriptor requireLocks() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor table = admin.getDescriptor(range.table());
      LockFamily.require(table);
      return table;
    } catch (TableNotFoundException missing) {
      String name = range.table().getNameAsString();
      throw new DoNotRetryIOException("Table '" + name + "' does not exist", missing);
    }
  }

  /** Reads the rows; the scan contains no range. */
  void run(Scan scan, Visitor visitor) throws IOException {
    scan.setCaching(ROWS_AT_ONCE).setCacheBlocks(false);
    try (Table table = connection.getTable(range.table())) {
      List<LockRange> parts = RegionParts.of(connection, range);
      report(0, parts.size());
      for (int done = 0; done < parts.size(); done++) {
        scan(table, new Scan(scan), parts.get(done), visitor, done, parts.size());
        report(done + 1, parts.size());
      }
    }
  }

  private void scan(Table table, Scan scan, LockRange part, Visitor visitor, int done, int regions)
      throws IOException {
    scan.withStartRow(part.startRow()).withStopRow(part.stopRow());
    try (ResultScanner rows = table.getScanner(scan)) {
      // The iterator would wrap failures in another exception.
      for (Result row = rows.next(); row != null; row = rows.next()) {
        visitor.visit(row);
        if (++rowsSeen % ROWS_AT_ONCE == 0) {
          report(done, regions);
        }
      }
    }
  }

  private void report(int done, int regions) {
    listener.accept(new ScanProgress(done, regions, rowsSeen));
  }
}
