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

  private final boolean refusal;

  NotCommittedException(
      TransactionLabel transaction,
      @Nullable RowKey row,
      String message,
      @Nullable Throwable cause,
      boolean refusal) {
    super(transaction, row, message, cause);
    this.refusal = refusal;
  }

  /**
   * Returns whether a call asked for what a transaction does not support: the code must change, and
   * no repetition helps.
   */
  public boolean isRefusal() {
    return refusal;
  }
}
