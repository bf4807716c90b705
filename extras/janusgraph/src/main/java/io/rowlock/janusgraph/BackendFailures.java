package io.rowlock.janusgraph;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.ConflictException;
import io.rowlock.NotCommittedException;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.PermanentBackendException;
import org.janusgraph.diskstorage.TemporaryBackendException;
import org.janusgraph.diskstorage.locking.PermanentLockingException;
import org.janusgraph.diskstorage.locking.TemporaryLockingException;

/**
 * Translates failures to JanusGraph's. JanusGraph repeats a call that fails with a temporary
 * exception: a read or a write within the same transaction, and a commit only where it begins the
 * transaction anew (its configuration, logs and ids). It never repeats a transaction of the user.
 */
final class BackendFailures {

  private BackendFailures() {}

  /**
   * Returns the exception for a read or a write. A row that has changed since the transaction read
   * it stays changed, so that only another transaction helps.
   */
  static BackendException ofCall(IOException failure) {
    return failure instanceof ConflictException conflict
            && conflict.reason() == ConflictException.Reason.WRITTEN
        ? new PermanentLockingException(conflict.getMessage(), conflict)
        : translate(failure);
  }

  /** Returns the exception for a commit. */
  static BackendException ofCommit(IOException failure) {
    return failure instanceof CommitOutcomeUnknownException
        ? new PermanentBackendException(
            "The transaction is committed or not, which is unknown. Do not repeat it before a new"
                + " transaction has read what it would have written: "
                + failure.getMessage(),
            failure)
        : translate(failure);
  }

  private static BackendException translate(IOException failure) {
    if (failure instanceof ConflictException) {
      return new TemporaryLockingException(failure.getMessage(), failure);
    }
    if (failure instanceof InterruptedIOException) {
      Thread.currentThread().interrupt(); // JanusGraph ends the traversal if it finds it set
      return new PermanentBackendException(failure.getMessage(), failure);
    }
    return isRefusal(failure)
        ? new PermanentBackendException(failure.getMessage(), failure)
        : new TemporaryBackendException(failure.getMessage(), failure);
  }

  /** Returns whether Rowlock itself refuses the call: failures of HBase are its causes. */
  private static boolean isRefusal(IOException failure) {
    return failure instanceof NotCommittedException && failure.getCause() == null;
  }
}
