package io.rowlock.operations;

import java.util.Arrays;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The rows whose locks an operation covers: a table, or a range of its rows as in a {@link Scan}.
 * Immutable and thread-safe.
 */
public final class LockRange {

  private final TableName table;
  private final byte[] startRow;
  private final byte[] stopRow;

  private LockRange(TableName table, byte[] startRow, byte[] stopRow) {
    this.table = table;
    this.startRow = startRow.clone();
    this.stopRow = stopRow.clone();
  }

  /** Returns all rows of a table. */
  public static LockRange of(TableName table) {
    return of(table, HConstants.EMPTY_START_ROW, HConstants.EMPTY_END_ROW);
  }

  /**
   * Returns the rows from {@code startRow} on and before {@code stopRow}.
   *
   * @param startRow empty = from the first row on
   * @param stopRow empty = to the last row
   */
  public static LockRange of(TableName table, byte[] startRow, byte[] stopRow) {
    return new LockRange(table, startRow, stopRow);
  }

  /** Returns a range of one row. */
  public static LockRange ofRow(TableName table, byte[] row) {
    return of(table, row, Arrays.copyOf(row, row.length + 1));
  }

  /** Returns the table. */
  public TableName table() {
    return table;
  }

  /** Returns a copy of the first row; empty = from the first row on. */
  public byte[] startRow() {
    return startRow.clone();
  }

  /** Returns a copy of the row before which the range ends; empty = to the last row. */
  public byte[] stopRow() {
    return stopRow.clone();
  }
}
