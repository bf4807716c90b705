package io.rowlock.admin;

import java.util.Arrays;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Rows whose locks are looked after: a table, or a range of its rows as in a {@link Scan}.
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

  /** All rows of a table. */
  public static LockRange of(TableName table) {
    return of(table, HConstants.EMPTY_START_ROW, HConstants.EMPTY_END_ROW);
  }

  /**
   * The rows from {@code startRow} on and before {@code stopRow}.
   *
   * @param startRow empty = from the first row on
   * @param stopRow empty = to the last row
   */
  public static LockRange of(TableName table, byte[] startRow, byte[] stopRow) {
    return new LockRange(table, startRow, stopRow);
  }

  /** One row. */
  public static LockRange ofRow(TableName table, byte[] row) {
    return of(table, row, Arrays.copyOf(row, row.length + 1));
  }

  /** The table. */
  public TableName table() {
    return table;
  }

  /** The first row, a copy; empty = from the first row on. */
  public byte[] startRow() {
    return startRow.clone();
  }

  /** The row before which it ends, a copy; empty = to the last row. */
  public byte[] stopRow() {
    return stopRow.clone();
  }
}
