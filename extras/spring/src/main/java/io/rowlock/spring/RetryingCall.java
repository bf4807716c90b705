package io.rowlock.spring;

import io.rowlock.RetryPolicy;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;

/**
 * A call of the library with all of its attempts. The library decides when an attempt begins, and
 * whether there is another one; the code runs on the caller's thread, which waits here for the
 * library. Used by that thread only.
 */
final class RetryingCall {

  /** What the library reports to the waiting thread. */
  sealed interface Report permits Attempt, Ended {}

  /**
   * The call has ended.
   *
   * @param failure empty if the transaction is committed
   */
  record Ended(Optional<Throwable> failure) implements Report {}

  private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
  private final boolean repeats;
  private CompletableFuture<Boolean> result = new CompletableFuture<>();
  private Optional<Attempt> next = Optional.empty();

  private RetryingCall(boolean repeats) {
    this.repeats = repeats;
  }

  /** Starts a call that the library repeats after conflicts. */
  static RetryingCall repeating(TransactionManager transactions, TransactionSettings settings) {
    return new RetryingCall(true).start(transactions, settings);
  }

  /** Starts a call of one attempt, for code that cannot be run again. */
  static RetryingCall single(TransactionManager transactions, TransactionSettings settings) {
    TransactionSettings once = settings.toBuilder().retryPolicy(RetryPolicy.none()).build();
    return new RetryingCall(false).start(transactions, once);
  }

  /** Only {@link #hand} runs on the executor, so the thread of a reply may do it. */
  private RetryingCall start(TransactionManager transactions, TransactionSettings settings) {
    TransactionSettings direct = settings.toBuilder().executor(Runnable::run).build();
    result = transactions.callAsync(direct, this::hand);
    var unused = result.whenComplete((committed, failure) -> end(failure));
    return this;
  }

  private CompletableFuture<Boolean> hand(Transaction transaction) {
    CompletableFuture<Boolean> code = new CompletableFuture<>();
    reports.add(new Attempt(this, transaction, code));
    return code;
  }

  private void end(@Nullable Throwable failure) {
    reports.add(new Ended(Optional.ofNullable(failure)));
  }

  /** Returns whether the library runs the code again after a conflict. */
  boolean repeats() {
    return repeats;
  }

  /**
   * Returns the next attempt.
   *
   * @throws TransactionException if the library begins none
   */
  Attempt begin() {
    if (next.isEmpty() && await() instanceof Ended ended) {
      RuntimeException reason = Translation.of(ended.failure().orElseThrow());
      throw reason instanceof TransactionException known
          ? known
          : new CannotCreateTransactionException(
              "No transaction begins: " + reason.getMessage(), reason);
    }
    Attempt begun = next.orElseThrow();
    next = Optional.empty();
    return begun;
  }

  /** Returns whether an attempt waits for the code. */
  boolean hasNext() {
    return next.isPresent();
  }

  /**
   * Waits until the library has decided about the end of the code. An interrupted thread gives up,
   * unless the commit is taking effect: then it waits for the outcome, and stays interrupted.
   */
  Report await() {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          Report report = reports.take();
          next = report instanceof Attempt attempt ? Optional.of(attempt) : Optional.empty();
          return report;
        } catch (InterruptedException interrupt) {
          isInterrupted = true;
          cancel();
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Ends the call, unless it has ended or is taking effect. */
  void cancel() {
    var unused = result.cancel(false);
  }
}
