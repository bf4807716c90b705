package io.rowlock;

import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * The lock cell of a row does not hold a lock that this version of Rowlock can read: something
 * other than Rowlock wrote to the lock family, or a newer version of it; the message tells which it
 * may be. The transaction was surely not committed. Repeating it is of no use; a person has to look
 * at the row.
 */
public final class CorruptLockException extends NotCommittedException {

  private static final long serialVersionUID = 1L;

  CorruptLockException(
      TransactionLabel transaction,
      @Nullable RowKey row,
      String message,
      @Nullable Throwable cause) {
    super(transaction, row, message, cause);
  }
}
