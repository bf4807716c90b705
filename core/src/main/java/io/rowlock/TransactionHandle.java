package io.rowlock;

import io.rowlock.internal.engine.Blocking;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.Alarms;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.telemetry.AttemptTelemetry;
import io.rowlock.internal.telemetry.Footprint;
import io.rowlock.internal.transaction.ActiveTransaction;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Begins an attempt and ends its transaction: counts the outcome and translates failures. Used
 * once.
 *
 * @param label for messages
 * @param active the transaction to end
 * @param book records the outcome
 * @param nesting of the attempt in others of its thread
 */
record TransactionHandle(
    TransactionLabel label, ActiveTransaction active, AttemptBook book, Nesting nesting) {

  /**
   * Creates a handle that reports to the telemetry what the transaction has touched.
   *
   * @param outer the attempt whose code begins the transaction, null if there is none
   */
  static TransactionHandle of(
      TransactionLabel label,
      ActiveTransaction active,
      CounterBook counters,
      AttemptTelemetry telemetry,
      @Nullable Nesting outer) {
    telemetry.touches(() -> footprint(active));
    return new TransactionHandle(
        label, active, new AttemptBook(counters, telemetry), new Nesting(label, active, outer));
  }

  private static Footprint footprint(ActiveTransaction active) {
    SortedSet<String> tables = new TreeSet<>();
    active.rows().forEach(row -> tables.add(row.table().getNameAsString()));
    return new Footprint(tables, active.rowsRead(), active.writtenRows().size());
  }

  boolean isOwn(RowlockException failure) {
    return failure.transactionId().filter(label.id()::equals).isPresent();
  }

  /** Reserves rows before user code runs. Fails as a read does. */
  CompletableFuture<Void> reserve(ReservationRequest reservation) {
    if (reservation.escalates()) {
      book.escalates();
    }
    return Async.translate(
        active.reserve(reservation), failure -> TransactionFailures.ofCall(label, failure));
  }

  /**
   * Runs user code; if the transaction is stopped, the future fails without waiting for the code.
   */
  <T extends @Nullable Object> CompletableFuture<T> untilStopped(
      Supplier<CompletableFuture<T>> work) {
    return Async.translate(
        active.untilStopped(work),
        failure ->
            failure instanceof ProtocolFailure stopped
                ? TransactionFailures.ofCall(label, stopped)
                : failure);
  }

  /** Ends the transaction at its deadline. */
  void expireAt(Alarms deadlines, TransactionStart start, Duration timeout) {
    Runnable done = deadlines.set(start.nanos() + timeout.toNanos(), () -> expire(timeout));
    var unused = active.over().thenRun(done);
  }

  private void expire(Duration timeout) {
    String setting = "the timeout of " + timeout.toMillis() + " ms (TransactionSettings.timeout)";
    if (!active.stop(ProtocolFailure.timeout("Not committed within " + setting))) {
      String unknown =
          "The commit was taking effect at the end of %s, and it may be committed or not";
      active.abandon(ProtocolFailure.outcomeUnknown(unknown.formatted(setting), null));
    }
  }

  /** Cancels the transaction, see {@link Attempt#cancel}. */
  boolean cancel() {
    return active.stop(ProtocolFailure.illegal(null, "Not committed: its future was cancelled"));
  }

  private TransactionLabel labelOfCommit() {
    return label.committingAs(book.telemetry.commitId());
  }

  void commit() throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      rollbackFailedWork();
      throw nesting.reported(
          new InterruptedIOException(
              "Transaction " + label + " is not committed: its thread was interrupted before"));
    }
    Optional<NotCommittedException> refusal = nesting.refusal();
    if (refusal.isPresent()) {
      throw rollbackAfter(refusal.get());
    }
    try {
      var unused = Blocking.get(active.commit());
      book.commits();
    } catch (ExecutionException failed) {
      throw reported(TransactionFailures.ofCommit(labelOfCommit(), failed));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw reported(
          new CommitOutcomeUnknownException(
              labelOfCommit(), null, "Interrupted while the commit was under way", interrupted));
    }
  }

  private <E extends RowlockException> E reported(E failure) {
    nesting.report(failure);
    book.fails(failure);
    return failure;
  }

  CompletableFuture<Void> commitAsync() {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    var unused = active.commit().handle((done, failure) -> finish(ended, failure));
    return ended;
  }

  private @Nullable Void finish(CompletableFuture<Void> ended, @Nullable Throwable failure) {
    if (failure == null) {
      try {
        book.commits();
      } finally { // it is committed, whatever happens to the books
        ended.complete(null);
      }
    } else {
      ended.completeExceptionally(reported(TransactionFailures.ofCommit(labelOfCommit(), failure)));
    }
    return null;
  }

  /** Completes when the transaction is rolled back. */
  CompletableFuture<Void> rollback() {
    book.isRolledBack();
    return active.rollback();
  }

  /** Rolls back after a failure that is not the transaction's own. */
  void rollbackFailedWork() {
    book.isGivenUp();
    var unused = rollback();
  }

  /** Rolls back because of a failure of the transaction. */
  <E extends RowlockException> E rollbackAfter(E failure) {
    book.fails(failure);
    var unused = rollback();
    return failure;
  }
}
