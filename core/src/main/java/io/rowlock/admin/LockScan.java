package io.rowlock.admin;

import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
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

/**
 * Reads the lock cells of a range, region by region, in constant memory and without waiting for
 * locks.
 */
final class LockScan {

  /** Large enough for few requests, small enough for frequent progress. */
  private static final int ROWS_AT_ONCE = 500;

  private static final byte[] SOME_ROW = {0};

  private final Connection connection;
  private final LockRange range;
  private final Consumer<ScanProgress> listener;
  private long rowsSeen;

  LockScan(Connection connection, LockRange range, Consumer<ScanProgress> listener) {
    this.connection = connection;
    this.range = range;
    this.listener = listener;
  }

  /** Receives the locks. */
  @FunctionalInterface
  interface Visitor {
    void visit(RowKey row, StoredLock lock) throws IOException;
  }

  /** Reads every lock cell of the range. */
  void locks(Visitor visitor) throws IOException {
    run(new Scan().addColumn(LockColumn.family(), LockColumn.qualifier()), visitor);
  }

  /** Reads the lock cells of rows that contain nothing else; the servers select them. */
  void locksOfBareRows(Visitor visitor) throws IOException {
    BinaryComparator lockFamily = new BinaryComparator(LockColumn.family());
    FamilyFilter isLock = new FamilyFilter(CompareOperator.EQUAL, lockFamily);
    run(new Scan().setFilter(new SkipFilter(isLock)), visitor);
  }

  private void run(Scan scan, Visitor visitor) throws IOException {
    scan.setCaching(ROWS_AT_ONCE).setCacheBlocks(false);
    try (Table table = connection.getTable(range.table())) {
      requireLocks(table);
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
      for (Result row : rows) {
        visit(row, visitor);
        if (++rowsSeen % ROWS_AT_ONCE == 0) {
          report(done, regions);
        }
      }
    }
  }

  private void visit(Result row, Visitor visitor) throws IOException {
    for (Cell cell : row.rawCells()) {
      if (CellUtil.matchingColumn(cell, LockColumn.family(), LockColumn.qualifier())) {
        StoredLock lock = new StoredLock(CellUtil.cloneValue(cell), cell.getTimestamp());
        visitor.visit(new RowKey(range.table(), row.getRow()), lock);
      }
    }
  }

  private void report(int done, int regions) {
    listener.accept(new ScanProgress(done, regions, rowsSeen));
  }

  /** Asks a region, because the master answers only users who may alter the table. */
  private void requireLocks(Table table) throws IOException {
    String name = range.table().getNameAsString();
    byte[] row = range.startRow().length == 0 ? SOME_ROW : range.startRow();
    try {
      var unused = table.exists(new Get(row).addFamily(LockColumn.family()));
    } catch (NoSuchColumnFamilyException missing) {
      throw new DoNotRetryIOException(
          "Table '"
              + name
              + "' has no locks: it has no column family '"
              + LockFamily.name()
              + "'; enable it once with TransactionAdmin.enable",
          missing);
    } catch (TableNotFoundException missing) {
      throw new DoNotRetryIOException("Table '" + name + "' does not exist", missing);
    }
  }
}
