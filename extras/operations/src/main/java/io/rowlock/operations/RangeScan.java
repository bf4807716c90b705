package io.rowlock.operations;

import io.rowlock.admin.ScanProgress;
import io.rowlock.internal.admin.LockFamily;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.LockView;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;

/** Reads the rows of a range, region by region, in constant memory, and reports the progress. */
final class RangeScan {

  /** Large enough for few requests, small enough for frequent progress. */
  private static final int ROWS_AT_ONCE = 500;

  private static final byte[] SOME_ROW = {0};

  private final Connection connection;
  private final LockMaintenance maintenance;
  private final LockRange range;
  private final Consumer<ScanProgress> listener;
  private long rowsSeen;

  RangeScan(
      Connection connection,
      LockMaintenance maintenance,
      LockRange range,
      Consumer<ScanProgress> listener) {
    this.connection = connection;
    this.maintenance = maintenance;
    this.range = range;
    this.listener = listener;
  }

  /** Receives rows, or what is in them. */
  @FunctionalInterface
  interface Visitor<T> {
    void visit(T found) throws IOException;
  }

  LockRange range() {
    return range;
  }

  /** Reads every lock cell of the range, without waiting for locks. */
  void locks(Visitor<LockView> visitor) throws IOException {
    locks(new Scan().addColumn(LockColumn.family(), LockColumn.qualifier()), visitor);
  }

  /** Reads the lock cells of rows that contain nothing else; the servers select them. */
  void locksOfBareRows(Visitor<LockView> visitor) throws IOException {
    BinaryComparator lockFamily = new BinaryComparator(LockColumn.family());
    FamilyFilter isLock = new FamilyFilter(CompareOperator.EQUAL, lockFamily);
    locks(new Scan().setFilter(new SkipFilter(isLock)), visitor);
  }

  private void locks(Scan scan, Visitor<LockView> visitor) throws IOException {
    run(
        scan,
        row -> {
          for (Cell cell : row.getColumnCells(LockColumn.family(), LockColumn.qualifier())) {
            StoredLock lock = new StoredLock(CellUtil.cloneValue(cell), cell.getTimestamp());
            visitor.visit(maintenance.view(new RowKey(range.table(), row.getRow()), lock));
          }
        });
  }

  /**
   * Reads the rows.
   *
   * @param scan without a range
   * @throws DoNotRetryIOException if the table does not exist, or has no locks
   */
  void run(Scan scan, Visitor<Result> visitor) throws IOException {
    scan.setCaching(ROWS_AT_ONCE).setCacheBlocks(false);
    try (Table table = connection.getTable(range.table())) {
      requireLocks(table);
      List<RowRange> parts = RegionParts.of(connection, range);
      report(0, parts.size());
      for (int done = 0; done < parts.size(); done++) {
        scan(table, new Scan(scan), parts.get(done), visitor, done, parts.size());
        report(done + 1, parts.size());
      }
    }
  }

  /**
   * Asks a region, because the master answers only users who may alter the table. Then reads a lock
   * as transactions do, which fails if HBase would omit locks that the user may not read.
   */
  private void requireLocks(Table table) throws IOException {
    byte[] row = range.startRow().length == 0 ? SOME_ROW : range.startRow();
    try {
      boolean unused = table.exists(new Get(row).addFamily(LockColumn.family()));
    } catch (NoSuchColumnFamilyException missing) {
      throw LockFamily.isMissing(range.table(), missing);
    } catch (TableNotFoundException missing) {
      String name = range.table().getNameAsString();
      throw new DoNotRetryIOException("Table '" + name + "' does not exist", missing);
    }
    var unused = LockCalls.await(maintenance.look(new RowKey(range.table(), row)));
  }

  /** Returns a row as plain readers see it. */
  Result get(byte[] row) throws IOException {
    try (Table table = connection.getTable(range.table())) {
      return table.get(new Get(row));
    }
  }

  private void scan(
      Table table, Scan scan, RowRange part, Visitor<Result> visitor, int done, int regions)
      throws IOException {
    scan.withStartRow(part.first()).withStopRow(part.last());
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
