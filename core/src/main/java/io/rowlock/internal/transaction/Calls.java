package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.ProtocolFailure;
import io.rowlock.internal.protocol.TransactionId;
import io.rowlock.internal.transaction.ActiveTransaction.State;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a transaction stands, and how many of its calls are under way: none may begin after its
 * end, and it cannot be committed before they have ended. Thread-safe.
 */
final class Calls {

  private final TransactionId id;
  private State state = State.ACTIVE;
  private int underWay;

  Calls(TransactionId id) {
    this.id = id;
  }

  synchronized State state() {
    return state;
  }

  /** Makes a call that reads or buffers. */
  <T extends @Nullable Object> CompletableFuture<T> call(Supplier<CompletableFuture<T>> work) {
    try {
      begin();
    } catch (ProtocolFailure refused) {
      return CompletableFuture.failedFuture(refused);
    }
    return attempt(work).whenComplete((result, failure) -> end(failure));
  }

  private synchronized void begin() {
    checkActive();
    underWay++;
  }

  private synchronized void end(@Nullable Throwable failure) {
    underWay--;
    if (failure == null) {
      checkActive();
    }
  }

  private void checkActive() {
    if (state != State.ACTIVE) {
      throw ended("used after its end");
    }
  }

  private ProtocolFailure ended(String how) {
    String message = "Transaction %s was %s: it is %s. Begin another one.";
    return ProtocolFailure.ended(message.formatted(id, how, state));
  }

  /**
   * Makes the last call, which decides the transaction: it is over afterwards, also when the commit
   * is refused because other calls are under way, whose writes might be missing in it.
   */
  CompletableFuture<Void> commit(Supplier<CompletableFuture<Void>> work) {
    try {
      beginCommit();
    } catch (ProtocolFailure refused) {
      return CompletableFuture.failedFuture(refused);
    }
    return attempt(work).whenComplete((done, failure) -> decide(failure));
  }

  private synchronized void beginCommit() {
    checkActive();
    if (underWay > 0) {
      state = State.ROLLED_BACK;
      String message =
          "Transaction %s cannot be committed while %d of its calls are under way, in another thread"
              + " or as a future not yet complete, and is rolled back. Wait for them, and use a"
              + " transaction in one thread at a time.";
      throw ProtocolFailure.illegal(null, message.formatted(id, underWay));
    }
    state = State.COMMITTING;
  }

  private synchronized void decide(@Nullable Throwable failure) {
    if (failure == null) {
      state = State.COMMITTED;
    } else {
      state = isSurelyNotCommitted(unwrap(failure)) ? State.ROLLED_BACK : State.UNKNOWN;
    }
  }

  /** The protocol promises it for its own failures and for the store's; for nothing else. */
  private static boolean isSurelyNotCommitted(Throwable failure) {
    return failure instanceof ProtocolFailure known
        ? known.kind() != ProtocolFailure.Kind.OUTCOME_UNKNOWN
        : failure instanceof IOException;
  }

  private static Throwable unwrap(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? unwrap(cause) : failure;
  }

  /** Ends the transaction; calls under way fail when they end. A second time does nothing. */
  synchronized CompletableFuture<Void> rollBack() {
    if (state != State.ACTIVE && state != State.ROLLED_BACK) {
      return CompletableFuture.failedFuture(ended("rolled back too late"));
    }
    state = State.ROLLED_BACK;
    return CompletableFuture.completedFuture(null);
  }

  private static <T extends @Nullable Object> CompletableFuture<T> attempt(
      Supplier<CompletableFuture<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }
}
