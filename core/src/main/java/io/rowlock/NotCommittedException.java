package io.rowlock;

import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * The transaction was surely <em>not</em> committed, and never will be: no reader ever sees its
 * writes.
 *
 * <p>Unless a subclass is thrown, repeating the transaction is safe, but helps only after its cause
 * ({@link #getCause()}, often an exception of HBase) has passed.
 */
public non-sealed class NotCommittedException extends RowlockException {

  private static final long serialVersionUID = 1L;

  NotCommittedException(
      TransactionLabel transaction,
      @Nullable RowKey row,
      String message,
      @Nullable Throwable cause) {
    super(transaction, row, message, cause);
  }
}
