package io.rowlock.internal.store;

/** One row to read: the selected columns and the lock cell, atomically. */
public record RowRead(RowKey key, ColumnSelection columns) {

  /** Reads nothing but the lock of the row. */
  public static RowRead lockOf(RowKey key) {
    return new RowRead(key, ColumnSelection.LOCK_ONLY);
  }
}
