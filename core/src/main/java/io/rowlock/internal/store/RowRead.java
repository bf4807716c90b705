package io.rowlock.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * The atomic read of one row: the selected columns and the lock cell.
 *
 * @param slice the part of the selected columns that is read, null: all of them
 */
public record RowRead(RowKey key, ColumnSelection columns, @Nullable ColumnSlice slice) {

  /** Creates a read of all selected columns. */
  public RowRead(RowKey key, ColumnSelection columns) {
    this(key, columns, null);
  }

  /** Creates a read of nothing but the lock of the row. */
  public static RowRead lockOf(RowKey key) {
    return new RowRead(key, ColumnSelection.LOCK_ONLY);
  }

  /** Returns the same read without the bounds of a slice. */
  public RowRead whole() {
    return slice == null ? this : new RowRead(key, columns);
  }
}
