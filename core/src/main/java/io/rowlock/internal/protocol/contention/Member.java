package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.commit.Hold;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that may commit as one with others: it waits in the queue, or has the turn.
 *
 * @param outcome of its commit, if it commits with others
 */
record Member(CommitRequest request, CompletableFuture<Void> outcome) {

  static Member of(CommitRequest request) {
    return new Member(request, new CompletableFuture<>());
  }

  /** Returns the same transaction with this on its rows. */
  Member with(Hold hold) {
    return new Member(request.with(hold), outcome);
  }

  /** Returns whether it may commit; otherwise it ends as it was stopped. */
  boolean isOpen() {
    try {
      request.gate().check();
      return true;
    } catch (Throwable stopped) {
      end(stopped);
      return false;
    }
  }

  /** Ends as its commit, which has failed unless this is null. */
  void end(@Nullable Throwable failure) {
    var unused = failure == null ? outcome.complete(null) : outcome.completeExceptionally(failure);
  }
}
