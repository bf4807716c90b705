package io.rowlock;

import io.rowlock.internal.engine.Doubts;
import io.rowlock.internal.engine.RepetitionGate;
import io.rowlock.internal.engine.ThreadPools;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.telemetry.CallTelemetry;
import io.rowlock.internal.telemetry.Telemetry;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes attempts until one succeeds, one fails other than by a conflict, or the policy gives up.
 * The only place that waits between attempts. Thread-safe.
 *
 * @param callbacks completes the futures that users get, so that no user code runs elsewhere;
 *     accepts every task, and never throws
 * @param escalateAfter failed attempts after which the next one takes a hold before it runs
 * @param defaultPolicy for settings without a policy
 * @param telemetry records every call
 */
record RetryLoop(
    Attempt.Factory attempts,
    Environment environment,
    CounterBook counters,
    Executor callbacks,
    int escalateAfter,
    RetryPolicy defaultPolicy,
    Telemetry telemetry) {

  <T extends @Nullable Object, X extends Exception> T call(
      TransactionSettings settings, TransactionWork<T, X> work) throws X, IOException {
    Call call = new Call(settings);
    try {
      while (true) {
        Attempt attempt = call.begin();
        try {
          T result = attempt.execute(work);
          call.callTelemetry.end(null);
          return result;
        } catch (RowlockException failure) {
          call.awaitRetry(attempt, failure);
        }
      }
    } catch (Throwable thrown) { // rethrown
      call.callTelemetry.end(thrown);
      throw thrown;
    }
  }

  /** Calls the work without blocking. Never throws. */
  <T extends @Nullable Object> CompletableFuture<T> callAsync(
      TransactionSettings settings, AsyncTransactionWork<T> work) {
    return new AsyncCall<>(settings, work).result();
  }

  /** One call of the user, blocking or not. */
  private class Call {

    final TransactionSettings settings;
    final RetryHistory history;
    final CallTelemetry callTelemetry;

    Call(TransactionSettings settings) {
      this.settings = settings;
      RetryPolicy policy = settings.retryPolicy().orElse(defaultPolicy);
      this.history = new RetryHistory(policy, settings, escalateAfter, environment);
      this.callTelemetry = telemetry.begin(settings.name());
    }

    /** Begins the next attempt. Throws if the manager is closed. */
    Attempt begin() {
      return attempts.begin(settings, history.start(), history.reservation(), callTelemetry);
    }

    /** Waits until another attempt may begin. Throws what the caller gets if there is none. */
    void awaitRetry(Attempt attempt, RowlockException failure) throws IOException {
      if (!attempt.isOwn(failure)) {
        throw failure;
      }
      Duration wait = history.waitAfter(failure, attempt).orElseThrow(() -> history.end(failure));
      try {
        TransactionFailures.await(failure.label(), pause(wait));
      } catch (IOException stopped) {
        stopped.addSuppressed(failure);
        throw stopped;
      }
    }

    CompletableFuture<Void> pause(Duration wait) {
      counters.retries.increment();
      callTelemetry.retry(wait);
      return wait.isZero()
          ? CompletableFuture.completedFuture(null)
          : Async.guarded(() -> environment.pause(wait)); // fails if the timer is closed
    }
  }

  /** A call that blocks no thread. */
  private final class AsyncCall<T extends @Nullable Object> extends Call {

    private final AsyncTransactionWork<T> work;
    private final @Nullable Nesting outer = Nesting.current();
    private final @Nullable Consumer<Throwable> doubts = Doubts.listener();
    private final StoppableFuture<T> result = new StoppableFuture<>(this::stop);
    private @Nullable Attempt current; // guarded by this
    private boolean isStopped; // guarded by this

    AsyncCall(TransactionSettings settings, AsyncTransactionWork<T> work) {
      super(settings);
      this.work = work;
    }

    /**
     * Begins the call. The result has no dependents yet: if the manager is closed, it may fail
     * right here.
     */
    CompletableFuture<T> result() {
      try {
        var unused = attempt().handle(this::end).exceptionally(failure -> end(null, failure));
      } catch (RuntimeException | Error closed) {
        callTelemetry.end(closed);
        result.end(null, closed);
      }
      return result;
    }

    /** Makes attempts until there is no other; fails with what the caller gets. */
    private CompletableFuture<T> attempt() {
      Attempt attempt = begin();
      return Async.recover(attempt.executeAsync(work), failure -> retry(attempt, failure));
    }

    @Override
    synchronized Attempt begin() {
      if (isStopped) {
        throw new CancellationException("Stopped between two attempts");
      }
      Attempt next = super.begin();
      current = next;
      return next;
    }

    /** Prevents further attempts. Returns true if the one under way surely is not committed. */
    private boolean stop() {
      Attempt attempt;
      synchronized (this) {
        isStopped = true;
        attempt = current;
      }
      return attempt == null || attempt.cancel();
    }

    private synchronized boolean isStopped() {
      return isStopped;
    }

    private CompletableFuture<T> retry(Attempt attempt, Throwable thrown) {
      if (!(thrown instanceof RowlockException failure && attempt.isOwn(failure))) {
        return CompletableFuture.failedFuture(thrown);
      }
      Optional<Duration> wait =
          isStopped() ? Optional.empty() : history.waitAfter(failure, attempt);
      if (wait.isEmpty()) {
        return CompletableFuture.failedFuture(history.end(failure));
      }
      return Async.recover(
              allowed().thenCompose(allowed -> pause(wait.get())),
              stopped -> {
                failure.addSuppressed(stopped);
                return CompletableFuture.failedFuture(history.end(failure));
              })
          .thenCompose(paused -> attempt());
    }

    private CompletableFuture<Void> allowed() {
      return work instanceof RepetitionGate gate ? gate.beforeRepetition() : Async.DONE;
    }

    private @Nullable Void end(@Nullable T value, @Nullable Throwable wrapped) {
      Throwable failure = wrapped == null ? null : Async.unwrap(wrapped);
      callTelemetry.end(failure);
      if (failure != null) {
        Nesting.report(failure, outer, doubts);
      }
      ThreadPools.callbacks(settings.executor(), callbacks)
          .execute(() -> result.end(value, failure));
      return null;
    }
  }
}
