package io.rowlock;

import org.jspecify.annotations.Nullable;

/**
 * The transaction's {@linkplain TransactionSettings#timeout time limit} passed before its commit
 * could take effect: it was surely not committed. The conflicts that took the time are the
 * {@linkplain #getCause() cause} and {@linkplain #getSuppressed() suppressed}, if there were any.
 *
 * <p>If the limit passes while the commit is taking effect, the transaction ends in a {@link
 * CommitOutcomeUnknownException} instead.
 */
public final class TransactionTimeoutException extends NotCommittedException {

  private static final long serialVersionUID = 1L;

  TransactionTimeoutException(
      TransactionLabel transaction, String message, @Nullable Throwable cause) {
    super(transaction, null, message, cause, false);
  }
}
