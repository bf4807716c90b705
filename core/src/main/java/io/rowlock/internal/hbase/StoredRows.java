package io.rowlock.internal.hbase;

import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;

/** Turns HBase's results into rows of the store, with the lock separate from the user cells. */
final class StoredRows {

  private StoredRows() {}

  static StoredRow of(TableName table, Result result) {
    return of(new RowKey(table, result.getRow()), result);
  }

  /** Returns the row that a Get found, which may be empty. */
  static StoredRow of(RowKey key, Result result) {
    if (result.isEmpty()) {
      return new StoredRow(key, List.of(), null);
    }
    List<Cell> cells = Arrays.asList(result.rawCells());
    int position = positionOfLock(cells);
    return position < 0
        ? new StoredRow(key, cells, null)
        : new StoredRow(key, without(position, cells), lock(cells.get(position)));
  }

  private static int positionOfLock(List<Cell> cells) {
    for (int i = 0; i < cells.size(); i++) {
      if (CellUtil.matchingColumn(cells.get(i), LockColumn.family(), LockColumn.qualifier())) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the cells without the lock. The lock family usually sorts first or last, and then
   * nothing is copied.
   */
  private static List<Cell> without(int position, List<Cell> cells) {
    int last = cells.size() - 1;
    if (position == 0) {
      return cells.subList(1, cells.size());
    }
    if (position == last) {
      return cells.subList(0, last);
    }
    List<Cell> others = new ArrayList<>(cells);
    others.remove(position);
    return others;
  }

  private static StoredLock lock(Cell cell) {
    return new StoredLock(CellUtil.cloneValue(cell), cell.getTimestamp());
  }
}
