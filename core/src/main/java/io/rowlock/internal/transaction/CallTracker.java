package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.commit.CommitGate;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.transaction.ActiveTransaction.State;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the state of a transaction and its calls under way: no call may begin after its end, and
 * it cannot be committed before they have ended. Thread-safe.
 */
final class CallTracker {

  private final TransactionId id;
  private final CommitGate gate;
  private final Runnable atEnd;
  private final Waiters waiters = new Waiters();
  private State state = State.ACTIVE;
  private int underWay;
  private @Nullable ProtocolFailure stopped;
  private @Nullable ProtocolFailure abandoned;

  /**
   * Creates a tracker.
   *
   * @param gate of the commit
   * @param atEnd runs when the transaction is over, perhaps more than once
   */
  CallTracker(TransactionId id, CommitGate gate, Runnable atEnd) {
    this.id = id;
    this.gate = gate;
    this.atEnd = atEnd;
  }

  synchronized State state() {
    return state;
  }

  /**
   * Begins a call that reads or buffers. Its work starts from the returned future, which fails if
   * the transaction has ended. Refused or not, the call is under way until {@link #end} or {@link
   * #counted} gets its work.
   */
  CompletableFuture<Void> begin() {
    return Async.DONE.thenRun(this::count);
  }

  private synchronized void count() {
    underWay++;
    checkActive();
  }

  /** Ends a call with its work. Returns the future that the caller gets. */
  <T extends @Nullable Object> CompletableFuture<T> end(CompletableFuture<T> work) {
    return answer(counted(work));
  }

  /** Ends a call with its work, even if its caller stops waiting. */
  <T extends @Nullable Object> CompletableFuture<T> counted(CompletableFuture<T> work) {
    return work.whenComplete((result, failure) -> uncount(failure));
  }

  /**
   * Runs work that sends nothing, and is refused while calls are under way: it would be undefined
   * which of their writes it meets.
   */
  <T> CompletableFuture<T> alone(Supplier<T> work) {
    return end(begin().thenRun(this::requireAlone).thenApply(alone -> work.get()));
  }

  private synchronized void requireAlone() {
    checkActive(); // calls that are refused count until they end
    if (underWay > 1) {
      String message =
          "Transaction %s cannot set a savepoint or roll back to it while %d other calls are under"
              + " way, in another thread or as a future not yet complete. Wait for them first.";
      throw ProtocolFailure.illegal(null, message.formatted(id, underWay - 1));
    }
  }

  /** Returns the future that the caller of a counted call gets. */
  <T extends @Nullable Object> CompletableFuture<T> answer(CompletableFuture<T> counted) {
    return waiters.untilStopped(counted, this::reasonToStop);
  }

  /** Runs work of a call that began before. Throws if the transaction has ended since. */
  <T extends @Nullable Object> CompletableFuture<T> whileActive(
      Supplier<CompletableFuture<T>> work) {
    checkActive();
    return work.get();
  }

  /** Runs work that is no call, unless the transaction has been stopped. */
  <T extends @Nullable Object> CompletableFuture<T> untilStopped(
      Supplier<CompletableFuture<T>> work) {
    ProtocolFailure reason = reasonToStop();
    return reason == null
        ? waiters.untilStopped(work.get(), this::reasonToStop)
        : CompletableFuture.failedFuture(reason);
  }

  private synchronized @Nullable ProtocolFailure reasonToStop() {
    return stopped;
  }

  private synchronized void uncount(@Nullable Throwable failure) {
    underWay--;
    if (failure == null) {
      checkActive();
    }
  }

  private synchronized void checkActive() {
    if (state != State.ACTIVE) {
      throw stopped == null ? ended("used after its end") : stopped;
    }
  }

  private ProtocolFailure ended(String how) {
    String message = "Transaction %s was %s: it is %s. Begin another one.";
    return ProtocolFailure.ended(message.formatted(id, how, state));
  }

  /**
   * Begins the last call, which decides the transaction. If the returned future fails, the
   * transaction is over, and the call with it: also if other calls are under way, whose writes the
   * commit might not contain.
   */
  CompletableFuture<Void> beginCommit() {
    try {
      requireNoCall();
      return Async.DONE;
    } catch (ProtocolFailure refused) {
      atEnd.run();
      return CompletableFuture.failedFuture(refused);
    }
  }

  /** Ends the last call with its work. The transaction is over when that has ended. */
  CompletableFuture<Void> endCommit(CompletableFuture<Void> work) {
    return waiters.untilStopped(
        Async.translate(work, gate::judge)
            .whenComplete((done, failure) -> decide(failure))
            .whenComplete((done, failure) -> atEnd.run()),
        this::reasonToLeave);
  }

  private synchronized @Nullable ProtocolFailure reasonToLeave() {
    return stopped == null ? abandoned : stopped;
  }

  private synchronized void requireNoCall() {
    checkActive();
    if (underWay > 0) {
      state = State.ROLLED_BACK;
      String message =
          "Transaction %s cannot be committed while %d of its calls are under way, in another"
              + " thread or as a future not yet complete, and is rolled back. Wait for them, and"
              + " use a transaction in one thread at a time.";
      throw ProtocolFailure.illegal(null, message.formatted(id, underWay));
    }
    state = State.COMMITTING;
  }

  private synchronized void decide(@Nullable Throwable failure) {
    if (stopped != null) {
      return; // before it could take effect
    }
    if (failure == null) {
      state = State.COMMITTED;
    } else {
      state = isSurelyNotCommitted(Async.unwrap(failure)) ? State.ROLLED_BACK : State.UNKNOWN;
    }
  }

  /** Returns true for the failures that guarantee it: the protocol's own and the store's. */
  private static boolean isSurelyNotCommitted(Throwable failure) {
    return failure instanceof ProtocolFailure known
        ? known.kind() != ProtocolFailure.Kind.OUTCOME_UNKNOWN
        : failure instanceof IOException;
  }

  /** Ends the transaction; calls under way fail when they end. Further calls do nothing. */
  CompletableFuture<Void> rollBack() {
    synchronized (this) {
      if (state != State.ACTIVE && state != State.ROLLED_BACK) {
        return CompletableFuture.failedFuture(ended("rolled back too late"));
      }
      state = State.ROLLED_BACK;
    }
    atEnd.run();
    return CompletableFuture.completedFuture(null);
  }

  /** Stops the transaction, see {@link ActiveTransaction#stop}. */
  boolean stop(ProtocolFailure reason) {
    boolean isCommitting;
    synchronized (this) {
      isCommitting = state == State.COMMITTING;
      if (state != State.ACTIVE && !(isCommitting && gate.shut(reason))) {
        return state == State.ROLLED_BACK;
      }
      state = State.ROLLED_BACK;
      stopped = reason;
    }
    waiters.failAll(reason); // first: what ends them otherwise would be reported as a conflict
    if (!isCommitting) {
      atEnd.run();
    }
    return true;
  }

  /** Releases waiting callers, see {@link ActiveTransaction#abandon}. */
  void abandon(ProtocolFailure unknown) {
    synchronized (this) {
      if (state != State.COMMITTING) {
        return;
      }
      abandoned = unknown;
    }
    if (gate.isCommitted()) {
      waiters.completeAll();
    } else {
      waiters.failAll(unknown);
    }
  }
}
