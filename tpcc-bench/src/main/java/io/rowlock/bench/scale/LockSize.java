package io.rowlock.bench.scale;

import java.util.List;
import org.apache.hadoop.hbase.Cell;

/**
 * Lock cells of one transaction, keys and all, in bytes.
 *
 * @param restPerRow of the lock that a row keeps
 * @param writtenPerRow of all locks that were written, the passing ones with the values included
 * @param largest of them; the primary's lock names all other rows
 */
record LockSize(int rows, int regions, double restPerRow, double writtenPerRow, long largest) {

  /**
   * From the cells of each row, the newest first.
   *
   * @param locks one list for every row
   */
  static LockSize of(int regions, List<List<Cell>> locks) {
    long rest = 0;
    long written = 0;
    long largest = 0;
    for (List<Cell> row : locks) {
      rest += row.get(0).getSerializedSize();
      for (Cell cell : row) {
        written += cell.getSerializedSize();
        largest = Math.max(largest, cell.getSerializedSize());
      }
    }
    double rows = locks.size();
    return new LockSize(locks.size(), regions, rest / rows, written / rows, largest);
  }
}
