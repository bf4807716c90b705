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
import org.springframework.transaction.TransactionSystemException;

/** One attempt of a call, bound to the thread that runs its code. */
final class Attempt implements RetryingCall.Report {

  private enum State {
    ACTIVE,
    /** Spring has rolled back; the library still decides whether the code runs again. */
    ROLLED_BACK,
    /** The library has decided. */
    ENDED
  }

  private final RetryingCall call;
  private final AttemptTables tables;
  private final CompletableFuture<Boolean> code;
  private final Context trace = Context.current();

  /** Set by any participant: the transaction can only be rolled back. */
  boolean rollbackOnly;

  private State state = State.ACTIVE;
  private boolean isLost;
  private @Nullable Scope traced;
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
    if (state != State.ACTIVE) {
      throw new IllegalTransactionStateException(
          "The transaction has ended: code that runs after it, such as afterCommit, needs one of its"
              + " own (Propagation.REQUIRES_NEW)");
    }
    return tables;
  }

  /** Commits; returns when the transaction is committed forever. */
  void commit() {
    Optional<Throwable> failure = end(tables.conflict().orElse(null));
    isLost = failure.isPresent() || call.hasNext();
    if (call.hasNext()) {
      // Spring tells such an exception what the code has thrown.
      throw new TransactionSystemException(
          "Transaction "
              + tables.id()
              + " was not committed, because of a conflict: its code runs again");
    }
    if (failure.isPresent()) {
      RuntimeException translated = Translation.of(failure.get());
      if (translated instanceof TransactionOutcomeUnknownException doubt) {
        unknown = doubt;
        RetryScope.doubt(this, doubt);
      }
      throw translated;
    }
  }

  /** Gives up the call; returns whether a commit of this attempt has failed. */
  boolean giveUp() {
    call.cancel();
    return isLost;
  }

  /** Returns whether the attempt was lost to a conflict, and another one waits for the code. */
  boolean runsAgain() {
    return state == State.ENDED && call.hasNext();
  }

  /**
   * Ends the attempt.
   *
   * @param reason not to commit; null to commit
   * @return why the call has failed; empty if it is committed, or runs again
   */
  private Optional<Throwable> end(@Nullable Throwable reason) {
    state = State.ENDED;
    if (reason == null) {
      code.complete(true);
    } else {
      code.completeExceptionally(reason);
    }
    return call.await() instanceof RetryingCall.Ended ended ? ended.failure() : Optional.empty();
  }

  /**
   * Rolls back. Has no effect after a commit that failed, as Spring rolls back then.
   *
   * @throws TransactionOutcomeUnknownException if it is unknown whether that commit failed
   */
  void rollback() {
    if (unknown != null) {
      throw unknown;
    }
    if (state == State.ACTIVE) {
      state = State.ROLLED_BACK;
      if (!call.repeats()) {
        call.cancel();
      }
    }
  }

  /**
   * Returns whether the code must run again, after it and Spring's handling of its end are over.
   *
   * @param thrown what the code threw; null if nothing
   * @throws RuntimeException if the library has given up after a conflict
   */
  boolean isRepeatedAfter(@Nullable Throwable thrown) {
    if (state != State.ENDED) {
      Optional<Throwable> failure = end(reason(thrown));
      if (failure.isPresent() && isNews(failure.get(), thrown)) {
        RuntimeException news = Translation.of(failure.get());
        if (thrown != null) {
          news.addSuppressed(thrown);
        }
        throw news;
      }
    }
    return call.hasNext();
  }

  private Throwable reason(@Nullable Throwable thrown) {
    Throwable failure = thrown == null ? new RolledBack() : thrown;
    return Translation.isDoubt(thrown)
        ? failure
        : tables.conflict().<Throwable>map(met -> met).orElse(failure);
  }

  /** Conflicts that the library has given up on count for more than what the code threw. */
  private static boolean isNews(Throwable failure, @Nullable Throwable thrown) {
    return Translation.isCausedBy(failure, ConflictException.class::isInstance)
        && !Translation.isCausedBy(thrown, failure::equals);
  }
}
