package io.rowlock.operations;

import io.rowlock.admin.ScanProgress;
import io.rowlock.internal.protocol.maintenance.LockMaintenance;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;

/** Reads the lock cells of a range without waiting for locks. */
final class LockScan {

  private final RangeScan rows;

  LockScan(
      Connection connection,
      LockMaintenance maintenance,
      LockRange range,
      Consumer<ScanProgress> listener) {
    this.rows = new RangeScan(connection, maintenance, range, listener);
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
    rows.run(scan, row -> visit(row, visitor));
  }

  private void visit(Result row, Visitor visitor) throws IOException {
    for (Cell cell : row.rawCells()) {
      if (CellUtil.matchingColumn(cell, LockColumn.family(), LockColumn.qualifier())) {
        StoredLock lock = new StoredLock(CellUtil.cloneValue(cell), cell.getTimestamp());
        visitor.visit(new RowKey(rows.range().table(), row.getRow()), lock);
      }
    }
  }
}
