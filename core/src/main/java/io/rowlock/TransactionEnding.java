package io.rowlock;

import io.rowlock.internal.protocol.ClaimRequest;
import io.rowlock.internal.transaction.ActiveTransaction;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt begins and a transaction ends: each is counted, and failures are translated. Used
 * once.
 *
 * @param label for messages
 * @param active what is ended
 */
record TransactionEnding(TransactionLabel label, ActiveTransaction active, CounterBook counters) {

  String id() {
    return label.id();
  }

  ActiveTransaction.State state() {
    return active.state();
  }

  boolean isOwn(RowlockException failure) {
    return failure.transactionId().equals(id());
  }

  /** Takes rows before user code runs. Fails with what a read fails with. */
  CompletableFuture<Void> claim(ClaimRequest claim) {
    if (claim.escalates()) {
      counters.countEscalation();
    }
    return active
        .claim(claim)
        .exceptionallyCompose(
            failure -> CompletableFuture.failedFuture(Failures.ofCall(label, failure)));
  }

  void commit() throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      rollbackFailedWork();
      throw new InterruptedIOException(
          "Transaction " + label + " is not committed: its thread was interrupted before");
    }
    try {
      active.commit().get();
      counters.countCommitted();
    } catch (ExecutionException failed) {
      throw counted(Failures.ofCommit(label, failed));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw counted(
          new CommitOutcomeUnknownException(
              label, null, "Interrupted while the commit was under way", interrupted));
    }
  }

  CompletableFuture<Void> commitAsync() {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    var unused = active.commit().handle((done, failure) -> finish(ended, failure));
    return ended;
  }

  private @Nullable Void finish(CompletableFuture<Void> ended, @Nullable Throwable failure) {
    if (failure == null) {
      counters.countCommitted();
      ended.complete(null);
    } else {
      ended.completeExceptionally(counted(Failures.ofCommit(label, failure)));
    }
    return null;
  }

  /** Completes when the transaction is rolled back. */
  CompletableFuture<Void> rollback() {
    return active.rollback();
  }

  /** Rolls back for reasons that are not the transaction's own. */
  void rollbackFailedWork() {
    counters.countFailed();
    var unused = rollback();
  }

  /** Rolls back because of a failure of the transaction. */
  <E extends RowlockException> E rollbackAfter(E failure) {
    var unused = rollback();
    return counted(failure);
  }

  private <E extends RowlockException> E counted(E failure) {
    counters.countFailure(failure);
    return failure;
  }
}
