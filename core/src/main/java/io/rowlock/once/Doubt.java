package io.rowlock.once;

import io.rowlock.CommitOutcomeUnknownException;
import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Whether an attempt of a call may have been committed without an answer. The failure of a later
 * attempt proves nothing about that attempt: an attempt that could not be made, or that read the id
 * and wrote nothing, does not stop a commit which is on its way. So a call with a doubt ends with
 * it, unless a later attempt is committed. Attempts follow each other.
 */
final class Doubt {

  private static final int MOST_ATTEMPTS = 5;

  private volatile String transaction = "";
  private volatile @Nullable CommitOutcomeUnknownException first;
  private int attempts;

  /** Notes the transaction of an attempt, before its work runs. */
  void begin(String newTransaction) {
    transaction = newTransaction;
  }

  /**
   * Notes the end of an attempt, and returns whether another one is due. The outcome of another
   * transaction, which the work ran, would stay unknown.
   */
  boolean repeatsAfter(Throwable failure) {
    attempts++;
    boolean isOwn =
        failure instanceof CommitOutcomeUnknownException lost
            && lost.transactionId().filter(transaction::equals).isPresent();
    if (isOwn && first == null) {
      first = (CommitOutcomeUnknownException) failure;
    }
    return isOwn && attempts < MOST_ATTEMPTS;
  }

  boolean exists() {
    return first != null;
  }

  /** Returns what a call ends with whose last attempt failed: errors that are not ours first. */
  Throwable over(Throwable failure) {
    CommitOutcomeUnknownException doubt = first;
    if (doubt == null || failure == doubt) {
      return failure;
    }
    if (failure instanceof Error) {
      failure.addSuppressed(doubt);
      return failure;
    }
    if (failure instanceof InterruptedIOException) {
      Thread.currentThread().interrupt();
    }
    doubt.addSuppressed(failure);
    return doubt;
  }
}
