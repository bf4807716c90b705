package io.rowlock.spring;

import io.rowlock.AsyncTransactionWork;
import io.rowlock.RetryPolicy;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.internal.engine.Doubts;
import io.rowlock.internal.engine.RepetitionGate;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;

/**
 * A call of the library with all of its attempts. The library decides when an attempt begins, and
 * whether there is another one; the code runs on the caller's thread, which waits here for the
 * library. The next attempt, which may hold rows, begins only when that thread asks for it: what
 * Spring calls before, such as {@code afterCompletion}, may need them. Used by that thread only.
 */
final class RetryingCall {

  /** What the library reports to the waiting thread. */
  sealed interface Report permits Attempt, Repetition, Ended {}

  /**
   * There is another attempt.
   *
   * @param allowed completes when it may begin
   */
  private record Repetition(CompletableFuture<Void> allowed) implements Report {}

  /**
   * The call has ended.
   *
   * @param failure empty if the transaction is committed
   */
  record Ended(Optional<Throwable> failure) implements Report {}

  private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
  private final boolean repeats;
  private CompletableFuture<Boolean> result = new CompletableFuture<>();
  private Optional<Repetition> next = Optional.empty();

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

  /** The library's view of the call. */
  private final class Work implements AsyncTransactionWork<Boolean>, RepetitionGate {

    @Override
    public CompletableFuture<Boolean> execute(Transaction transaction) {
      return hand(transaction);
    }

    @Override
    public CompletableFuture<Void> beforeRepetition() {
      Repetition repetition = new Repetition(new CompletableFuture<>());
      reports.add(repetition);
      return repetition.allowed();
    }
  }

  /** Only {@link #hand} runs on the executor, so the thread of a reply may do it. */
  private RetryingCall start(TransactionManager transactions, TransactionSettings settings) {
    TransactionSettings direct = settings.toBuilder().executor(Runnable::run).build();
    result = call(transactions, direct);
    var unused = result.whenComplete((committed, failure) -> end(failure));
    return this;
  }

  /** The code around it does not hear of this transaction: its attempt reports what fails. */
  private CompletableFuture<Boolean> call(
      TransactionManager transactions, TransactionSettings settings) {
    Consumer<Throwable> around = Doubts.listen(null);
    try {
      return transactions.callAsync(settings, new Work());
    } finally {
      var unused = Doubts.listen(around);
    }
  }

  private CompletableFuture<Boolean> hand(Transaction transaction) {
    CompletableFuture<Boolean> code = new CompletableFuture<>();
    reports.add(new Attempt(this, transaction, code));
    return code;
  }

  private void end(@Nullable Throwable failure) {
    reports.add(new Ended(Optional.ofNullable(failure)));
  }

  /** Returns whether the library may run the code again after a conflict. */
  boolean repeats() {
    return repeats;
  }

  /**
   * Returns the next attempt.
   *
   * @throws TransactionException if the library begins none
   */
  Attempt begin() {
    boolean isFirst = next.isEmpty();
    while (true) {
      allow();
      Report report = await();
      if (report instanceof Attempt begun && !result.isCancelled()) {
        return begun;
      }
      if (report instanceof Ended ended) {
        throw notBegun(ended.failure().orElseThrow(), isFirst);
      }
    }
  }

  /** Lets the library go on with the next attempt. */
  private void allow() {
    next.ifPresent(repetition -> repetition.allowed().complete(null));
    next = Optional.empty();
  }

  /** A conflict while rows were reserved for the next attempt is that of the call. */
  private static RuntimeException notBegun(Throwable failure, boolean isFirst) {
    RuntimeException reason = Translation.of(failure);
    boolean isKnown =
        !isFirst
            || reason instanceof TransactionException
            || failure instanceof CancellationException;
    return isKnown
        ? reason
        : new CannotCreateTransactionException(
            "No transaction begins: " + reason.getMessage(), reason);
  }

  /** Returns whether the code runs again. */
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
          next = report instanceof Repetition again ? Optional.of(again) : Optional.empty();
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
    allow();
  }
}
