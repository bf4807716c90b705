package io.rowlock.spring;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.IllegalTransactionStateException;

/** One attempt of a call, bound to the thread that runs its code. */
final class Attempt implements RetryingCall.Report {

  private final RetryingCall call;
  private final AttemptTables tables;
  private final CompletableFuture<Boolean> code;
  private final Context trace = Context.current();

  /** Set by any participant: the transaction can only be rolled back. */
  boolean rollbackOnly;

  private boolean hasEnded;
  private boolean isLost;
  private @Nullable Scope traced;

  /** Why the call has ended at a roll-back: for the caller of the code if it is a conflict. */
  private Optional<Throwable> end = Optional.empty();

  private @Nullable TransactionOutcomeUnknownException unknown;

  /**
   * Creates an attempt.
   *
   * @param code completes when the code has ended; the library then commits, or decides about the
   *     failure
   */
  Attempt(RetryingCall call, Transaction transaction, CompletableFuture<Boolean> code) {
    this.call = call;
    this.tables = new AttemptTables(transaction);
    this.code = code;
  }

  /** Makes the attempt's trace that of the calling thread, until {@link #leave}. */
  @SuppressWarnings("MustBeClosedChecker") // Spring calls leave
  void enter() {
    traced = trace.makeCurrent();
  }

  void leave() {
    Objects.requireNonNull(traced, "not entered").close();
  }

  /** Returns its tables, while Spring has neither committed nor rolled back. */
  AttemptTables tables() {
    if (hasEnded) {
      throw new IllegalTransactionStateException(
          "The transaction has ended: code that runs after it, such as afterCommit, needs one of its"
              + " own (Propagation.REQUIRES_NEW)");
    }
    return tables;
  }

  /**
   * Commits; returns when the transaction is committed forever.
   *
   * @throws FailedCommit if it is not, and the code is in a {@link RetryScope}
   */
  void commit() {
    Optional<Throwable> failure = end(tables.conflict().orElse(null));
    isLost = failure.isPresent() || call.hasNext();
    if (call.hasNext()) {
      throw new FailedCommit(
          "Transaction "
              + tables.id()
              + " was not committed, because of a conflict: its code runs again",
          null);
    }
    if (failure.isPresent()) {
      RuntimeException translated = Translation.of(failure.get());
      if (translated instanceof TransactionOutcomeUnknownException doubt) {
        unknown = doubt;
        RetryScope.doubt(this, doubt);
        throw doubt;
      }
      throw call.repeats() ? new FailedCommit("Not committed", translated) : translated;
    }
  }

  /** Gives up the call; returns whether a commit of this attempt has failed. */
  boolean giveUp() {
    call.cancel();
    return isLost;
  }

  /**
   * Checks that code may begin a transaction of its own after this attempt.
   *
   * @throws IllegalTransactionStateException if the code of this attempt runs again, or its caller
   *     gets a conflict
   */
  void checkOver() {
    if (hasEnded && (call.hasNext() || end.filter(Attempt::isConflict).isPresent())) {
      throw new IllegalTransactionStateException(
          "A method has run twice within its retries, and the first transaction has met a conflict."
              + " Advice that repeats methods needs a higher precedence (a smaller order) than"
              + " Rowlock's retries");
    }
  }

  /**
   * Ends the attempt.
   *
   * @param reason not to commit; null to commit
   * @return why the call has failed; empty if it is committed, or runs again
   */
  private Optional<Throwable> end(@Nullable Throwable reason) {
    hasEnded = true;
    if (reason == null) {
      code.complete(true);
    } else {
      code.completeExceptionally(reason);
    }
    return call.await() instanceof RetryingCall.Ended ended ? ended.failure() : Optional.empty();
  }

  /**
   * Rolls back, and lets the library decide whether the code runs again: what Spring then calls,
   * such as {@code afterCompletion}, has no influence. Has no effect after a commit that failed, as
   * Spring rolls back then.
   *
   * @throws TransactionOutcomeUnknownException if it is unknown whether that commit failed
   */
  void rollback() {
    if (unknown != null) {
      throw unknown;
    }
    if (!hasEnded && call.repeats()) {
      end = end(tables.failure().orElseGet(RolledBack::new));
    } else if (!hasEnded) {
      hasEnded = true;
      call.cancel();
    }
  }

  /**
   * Returns whether the code must run again, after it and Spring's handling of its end are over.
   *
   * @param thrown what the code threw; null if nothing
   * @throws RuntimeException if the library has given up after a conflict
   */
  boolean isRepeatedAfter(@Nullable Throwable thrown) {
    if (!hasEnded) {
      rollback();
    }
    if (end.isPresent() && isNews(end.get(), thrown)) {
      RuntimeException news = Translation.of(end.get());
      if (thrown != null) {
        news.addSuppressed(thrown);
      }
      throw news;
    }
    return call.hasNext();
  }

  /** Conflicts that the library has given up on count for more than what the code threw. */
  private static boolean isNews(Throwable failure, @Nullable Throwable thrown) {
    return isConflict(failure) && !Translation.isCausedBy(thrown, failure::equals);
  }

  private static boolean isConflict(Throwable failure) {
    return Translation.isCausedBy(failure, ConflictException.class::isInstance);
  }
}
