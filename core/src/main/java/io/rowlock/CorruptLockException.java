package io.rowlock;

import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * The lock cell of a row does not contain a lock that this version of Rowlock can read: another
 * program wrote to the lock family, or a newer version of Rowlock did; the message states which is
 * likely. The transaction was surely not committed. Repeating it does not help; a person must
 * examine the row.
 */
public final class CorruptLockException extends NotCommittedException {

  private static final long serialVersionUID = 1L;

  CorruptLockException(
      TransactionLabel transaction,
      @Nullable RowKey row,
      String message,
      @Nullable Throwable cause) {
    super(transaction, row, message, cause, false);
  }
}
