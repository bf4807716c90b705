package io.rowlock.internal.hbase;

import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
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
    Cell[] cells = result.rawCells();
    for (int i = 0; i < cells.length; i++) {
      if (CellUtil.matchingColumn(cells[i], LockColumn.family(), LockColumn.qualifier())) {
        StoredLock lock = new StoredLock(CellUtil.cloneValue(cells[i]), cells[i].getTimestamp());
        return new StoredRow(key, without(i, cells), lock);
      }
    }
    return new StoredRow(key, Arrays.asList(cells), null);
  }

  /** Returns the cells without the lock, as a list that is copied as one block. */
  private static List<Cell> without(int position, Cell[] cells) {
    Cell[] others = Arrays.copyOf(cells, cells.length - 1);
    System.arraycopy(cells, position + 1, others, position, others.length - position);
    return Arrays.asList(others);
  }
}
