package io.rowlock.spring;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.IllegalTransactionStateException;

/** One attempt of a call, bound to the thread that runs its code. */
final class Attempt implements RetryingCall.Report {

  private enum State {
    ACTIVE,
    /** Spring has rolled back; the library still decides whether the code runs again. */
    ROLLED_BACK,
    /** The library has decided. */
    ENDED
  }

  /** Stands for a rollback without an exception. */
  private static final class RolledBack extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RolledBack() {
      super("Rolled back", null, false, false);
    }
  }

  private final RetryingCall call;
  private final Transaction transaction;
  private final CompletableFuture<Boolean> code;
  private final Context trace = Context.current();
  private State state = State.ACTIVE;
  private boolean rollbackOnly;
  private @Nullable Scope traced;
  private @Nullable TransactionOutcomeUnknownException unknown;
  private volatile @Nullable ConflictException conflict;

  /**
   * Creates an attempt.
   *
   * @param code completes when the code has ended; the library then commits, or decides about the
   *     failure
   */
  Attempt(RetryingCall call, Transaction transaction, CompletableFuture<Boolean> code) {
    this.call = call;
    this.transaction = transaction;
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

  String id() {
    return transaction.id();
  }

  Table table(TableName name) {
    return TranslatingTable.around(active().table(name), this::remember);
  }

  Table unvalidatedTable(TableName name) {
    return TranslatingTable.around(active().unvalidated().table(name), this::remember);
  }

  private Transaction active() {
    if (state != State.ACTIVE) {
      throw new IllegalTransactionStateException(
          "Transaction "
              + id()
              + " has ended: code that runs after it, such as afterCommit, needs a transaction of"
              + " its own (Propagation.REQUIRES_NEW)");
    }
    return transaction;
  }

  /** A conflict remains one if the code swallows it: what it read is not known to be current. */
  private void remember(IOException failure) {
    if (failure instanceof ConflictException met) {
      conflict = met;
    }
  }

  void setRollbackOnly() {
    rollbackOnly = true;
  }

  boolean isRollbackOnly() {
    return rollbackOnly;
  }

  /** Commits; returns when the transaction is committed forever. */
  void commit() {
    state = State.ENDED;
    @Nullable Throwable met = conflict;
    Optional<Throwable> failure = met == null ? end() : endBecause(met);
    if (call.hasNext()) {
      throw new OptimisticLockingFailureException(
          "Transaction " + id() + " was not committed, because of a conflict: its code runs again");
    }
    if (failure.isPresent()) {
      throw refused(failure.get());
    }
  }

  private Optional<Throwable> end() {
    code.complete(true);
    return call.await() instanceof RetryingCall.Ended ended ? ended.failure() : Optional.empty();
  }

  private Optional<Throwable> endBecause(Throwable reason) {
    code.completeExceptionally(reason);
    return call.await() instanceof RetryingCall.Ended ended ? ended.failure() : Optional.empty();
  }

  private RuntimeException refused(Throwable failure) {
    RuntimeException translated = Translation.of(failure);
    if (translated instanceof TransactionOutcomeUnknownException doubt) {
      unknown = doubt;
    }
    return translated;
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
   * @throws RuntimeException if the call ended for another reason than {@code thrown}
   */
  boolean isRepeatedAfter(@Nullable Throwable thrown) {
    if (state != State.ENDED) {
      state = State.ENDED;
      Optional<Throwable> end = endBecause(reason(thrown));
      if (end.isPresent() && isNews(end.get(), thrown)) {
        RuntimeException failure = Translation.of(end.get());
        if (thrown != null) {
          failure.addSuppressed(thrown);
        }
        throw failure;
      }
    }
    return call.hasNext();
  }

  private static boolean isNews(Throwable end, @Nullable Throwable thrown) {
    return !(end instanceof RolledBack || Translation.isCausedBy(thrown, end::equals));
  }

  private Throwable reason(@Nullable Throwable thrown) {
    @Nullable ConflictException met = conflict;
    if (met != null
        && !Translation.isCausedBy(thrown, CommitOutcomeUnknownException.class::isInstance)) {
      return met;
    }
    return thrown == null ? new RolledBack() : thrown;
  }
}
