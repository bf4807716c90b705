package io.rowlock.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * One row to read: the selected columns and the lock cell, atomically.
 *
 * @param slice which part of the selected columns, null: all of them
 */
public record RowRead(RowKey key, ColumnSelection columns, @Nullable ColumnSlice slice) {

  /** Reads the selected columns as a whole. */
  public RowRead(RowKey key, ColumnSelection columns) {
    this(key, columns, null);
  }

  /** Reads nothing but the lock of the row. */
  public static RowRead lockOf(RowKey key) {
    return new RowRead(key, ColumnSelection.LOCK_ONLY);
  }

  /** The same without the bounds of a slice. */
  public RowRead whole() {
    return slice == null ? this : new RowRead(key, columns);
  }
}
