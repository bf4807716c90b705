package io.rowlock;

import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * Another transaction was in the way; this one was surely not committed. Start it again from its
 * first read: {@link TransactionManager#call call} and {@link TransactionManager#run run} do so by
 * themselves and throw this only when their {@link RetryPolicy} gives up, with the failures of the
 * earlier attempts as {@linkplain #getSuppressed() suppressed}, the oldest first.
 */
public final class ConflictException extends TransactionException {

  private static final long serialVersionUID = 1L;

  ConflictException(
      TransactionLabel transaction,
      @Nullable RowKey row,
      String message,
      @Nullable Throwable cause) {
    super(transaction, row, message, cause);
  }
}
