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
    AttemptFactory attempts,
    Environment environment,
    CounterBook counters,
    Executor callbacks,
    int escalateAfter,
    RetryPolicy defaultPolicy,
    Telemetry telemetry) {

  private RetryHistory history(TransactionSettings settings) {
    RetryPolicy policy = settings.retryPolicy().orElse(defaultPolicy);
    return new RetryHistory(policy, settings, escalateAfter, environment);
  }

  <T extends @Nullable Object, X extends Exception> T call(
      TransactionSettings settings, TransactionWork<T, X> work) throws X, IOException {
    CallTelemetry told = telemetry.begin(settings.name());
    try {
      T result = repeat(settings, work, told);
      told.end(null);
      return result;
    } catch (Throwable thrown) { // rethrown below
      told.end(thrown);
      throw thrown;
    }
  }

  private <T extends @Nullable Object, X extends Exception> T repeat(
      TransactionSettings settings, TransactionWork<T, X> work, CallTelemetry told)
      throws X, IOException {
    RetryHistory history = history(settings);
    while (true) {
      Attempt attempt = attempts.begin(settings, history.start(), history.reservation(), told);
      try {
        return attempt.execute(work);
      } catch (RowlockException failure) {
        if (!attempt.isOwn(failure)) {
          throw failure;
        }
        Duration wait = history.waitAfter(failure, attempt).orElseThrow(() -> history.end(failure));
        awaitRetry(wait, failure, told);
      }
    }
  }

  private void awaitRetry(Duration wait, RowlockException failure, CallTelemetry told)
      throws IOException {
    try {
      BlockingCalls.await(failure.label(), pauseBeforeRetry(wait, told));
    } catch (IOException stopped) {
      stopped.addSuppressed(failure);
      throw stopped;
    }
  }

  /** Calls the work without blocking. Never throws. */
  <T extends @Nullable Object> CompletableFuture<T> callAsync(
      TransactionSettings settings, AsyncTransactionWork<T> work) {
    AsyncCall<T> call = new AsyncCall<>(settings, work);
    call.begin();
    return call.result;
  }

  private CompletableFuture<Void> pauseBeforeRetry(Duration wait, CallTelemetry told) {
    counters.countRetry();
    told.retry(wait);
    return wait.isZero()
        ? CompletableFuture.completedFuture(null)
        : Async.guarded(() -> environment.pause(wait)); // fails if the timer is closed
  }

  /** One asynchronous call of the user. */
  private final class AsyncCall<T extends @Nullable Object> {

    private final TransactionSettings settings;
    private final AsyncTransactionWork<T> work;
    private final RetryHistory history;
    private final CallTelemetry told;
    private final @Nullable Nesting outer = Nesting.current();
    private final @Nullable Consumer<Throwable> doubts = Doubts.listener();
    private final StoppableFuture<T> result = new StoppableFuture<>(this::stop);
    private @Nullable Attempt current; // guarded by this
    private boolean isStopped; // guarded by this

    AsyncCall(TransactionSettings settings, AsyncTransactionWork<T> work) {
      this.settings = settings;
      this.work = work;
      this.history = history(settings);
      this.told = telemetry.begin(settings.name());
    }

    /**
     * Begins the call. The result has no dependents yet: if the manager is closed, it may fail
     * right here.
     */
    void begin() {
      try {
        attempt();
      } catch (RuntimeException | Error closed) {
        told.end(closed);
        result.fail(closed);
      }
    }

    private void beginAgain() {
      try {
        attempt();
      } catch (RuntimeException | Error closed) {
        var unused = fail(closed);
      }
    }

    private void attempt() {
      Optional<Attempt> next = next();
      if (next.isPresent()) {
        var unused =
            next.get()
                .executeAsync(work)
                .handle((value, failure) -> end(next.get(), value, failure))
                .exceptionally(this::fail);
      } else {
        told.end(new CancellationException("Stopped between two attempts"));
      }
    }

    private synchronized Optional<Attempt> next() {
      if (isStopped) {
        return Optional.empty();
      }
      Attempt next = attempts.begin(settings, history.start(), history.reservation(), told);
      current = next;
      return Optional.of(next);
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

    private @Nullable Void end(Attempt attempt, T value, @Nullable Throwable wrapped) {
      if (wrapped == null) {
        told.end(null);
        callbacks().execute(() -> result.complete(value));
        return null;
      }
      return Async.unwrap(wrapped) instanceof RowlockException failure && attempt.isOwn(failure)
          ? retryOrFail(attempt, failure)
          : fail(wrapped);
    }

    private @Nullable Void retryOrFail(Attempt attempt, RowlockException failure) {
      Optional<Duration> wait =
          isStopped() ? Optional.empty() : history.waitAfter(failure, attempt);
      if (wait.isEmpty()) {
        return fail(history.end(failure));
      }
      var unused =
          allowed()
              .thenCompose(allowed -> pauseBeforeRetry(wait.get(), told))
              .thenRun(this::beginAgain)
              .exceptionally(
                  stopped -> {
                    failure.addSuppressed(Async.unwrap(stopped));
                    return fail(history.end(failure));
                  });
      return null;
    }

    private CompletableFuture<Void> allowed() {
      return work instanceof RepetitionGate gate
          ? gate.beforeRepetition()
          : CompletableFuture.completedFuture(null);
    }

    /**
     * Fails the call. Also handles a failure of the steps above, so that the caller does not wait
     * forever.
     */
    private @Nullable Void fail(Throwable wrapped) {
      Throwable failure = Async.unwrap(wrapped);
      told.end(failure);
      Nesting.report(failure, outer, doubts);
      callbacks().execute(() -> result.fail(failure));
      return null;
    }

    private Executor callbacks() {
      return ThreadPools.callbacks(settings.executor(), callbacks);
    }
  }
}
