package io.rowlock;

import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * A lock is not discarded: it has changed since it was examined, or it can be settled. Nothing was
 * done. The message names the table, the row and the remedy.
 */
public final class LockRefusedException extends RowlockException {

  private static final long serialVersionUID = 1L;

  /** For {@code io.rowlock.operations}. */
  public LockRefusedException(@Nullable TableName table, byte @Nullable [] row, String message) {
    super(table, row, message);
  }
}
