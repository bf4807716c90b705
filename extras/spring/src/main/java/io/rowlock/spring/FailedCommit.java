package io.rowlock.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionSystemException;

/**
 * A commit of a {@link RetryScope} has failed. It never leaves the scope. The class is the only one
 * that Spring tells what the code had thrown before the commit, which may be an unknown outcome.
 */
final class FailedCommit extends TransactionSystemException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param forCaller what the scope throws; null if the code runs again
   */
  FailedCommit(String message, @Nullable RuntimeException forCaller) {
    super(message, forCaller);
  }

  /** Returns the failure for the caller of the scope, with what the code threw. */
  Throwable forCaller() {
    Throwable own = getApplicationException();
    if (own != null && Translation.isDoubt(own)) {
      return own;
    }
    Throwable failure = getCause() == null ? this : getCause();
    if (own != null) {
      failure.addSuppressed(own);
    }
    return failure;
  }
}
