package io.rowlock;

import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * A lock is not discarded: it has changed since it was examined, or it can be settled. Nothing was
 * done. The message names the table, the row and the remedy.
 */
public final class LockRefusedException extends RowlockException {

  private static final long serialVersionUID = 1L;

  LockRefusedException(@Nullable RowKey row, String message) {
    super(row == null ? null : row.table(), row == null ? null : row.row(), message);
  }
}
