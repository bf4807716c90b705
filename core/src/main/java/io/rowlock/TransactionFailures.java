package io.rowlock;

import io.rowlock.internal.engine.Blocking;
import io.rowlock.internal.engine.Failures;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.Async;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.jspecify.annotations.Nullable;

/**
 * Translates internal failures of transactions, and failures of the store, to public exceptions. No
 * other class does.
 *
 * <p>The caller's table, row and cause are kept: a {@code TableNotFoundException} stays the cause.
 */
final class TransactionFailures {

  private TransactionFailures() {}

  /**
   * Waits for a read or write of a transaction that is not part of a commit.
   *
   * @throws InterruptedIOException if the thread is interrupted; it stays marked as interrupted
   * @throws TransactionEndedException if the call came too late
   * @throws IOException any other failure, translated by {@link #ofCall}
   */
  static <T extends @Nullable Object> T await(
      TransactionLabel transaction, CompletableFuture<T> future) throws IOException {
    try {
      return Blocking.get(future);
    } catch (InterruptedException interrupted) {
      throw Blocking.interrupted("Interrupted in transaction " + transaction, interrupted);
    } catch (ExecutionException failed) {
      Exception failure = ofCall(transaction, failed);
      Throwables.throwIfInstanceOf(failure, IOException.class);
      throw (TransactionEndedException) failure;
    }
  }

  /** Returns the exception for a failed read or write, which may have come too late. */
  static Exception ofCall(TransactionLabel transaction, Throwable failure) {
    return Async.unwrap(failure) instanceof ProtocolFailure known && known.kind() == Kind.ENDED
        ? new TransactionEndedException(transaction, Failures.describe(known))
        : beforeCommit(transaction, failure);
  }

  /** Returns the exception for a failure before any commit was tried: surely not committed. */
  static RowlockException beforeCommit(TransactionLabel transaction, Throwable failure) {
    Throwable bare = Async.unwrap(failure);
    if (bare instanceof RowlockException known) {
      return known;
    }
    if (bare instanceof ProtocolFailure known) {
      return translate(transaction, known);
    }
    String message = "Not committed: " + Failures.describe(bare);
    return new NotCommittedException(transaction, null, message, bare, false);
  }

  /**
   * Returns the exception for a failed commit. The protocol guarantees that the store's own
   * failures occur only while nothing can have been committed; a failure of any other kind
   * guarantees nothing.
   */
  static RowlockException ofCommit(TransactionLabel transaction, Throwable failure) {
    Throwable bare = Async.unwrap(failure);
    if (bare instanceof IOException || bare instanceof ProtocolFailure) {
      return beforeCommit(transaction, bare);
    }
    String message = "The commit failed in an unexpected way: " + Failures.describe(bare);
    return new CommitOutcomeUnknownException(transaction, null, message, bare);
  }

  private static RowlockException translate(TransactionLabel transaction, ProtocolFailure failure) {
    String message = Failures.describe(failure);
    @Nullable Throwable cause = failure.getCause();
    return switch (failure.kind()) {
      case CONFLICT ->
          new ConflictException(
              transaction, failure.row(), message, Objects.requireNonNull(failure.conflict()));
      // The commit of an ended transaction is refused before this point; it would prove nothing.
      case OUTCOME_UNKNOWN, ENDED ->
          new CommitOutcomeUnknownException(transaction, failure.row(), message, cause);
      case CORRUPT_LOCK -> new CorruptLockException(transaction, failure.row(), message, cause);
      case TIMEOUT -> new TransactionTimeoutException(transaction, message, cause);
      case ILLEGAL -> new NotCommittedException(transaction, failure.row(), message, cause, true);
      case STORE -> new NotCommittedException(transaction, failure.row(), message, cause, false);
    };
  }
}
