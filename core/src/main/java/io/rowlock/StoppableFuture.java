package io.rowlock;

import io.rowlock.internal.store.Async;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A user's future of work that may commit: it counts as cancelled only if the commit certainly did
 * not happen. If other code completes it, the work stops, too.
 */
final class StoppableFuture<T extends @Nullable Object> extends CompletableFuture<T> {

  private final BooleanSupplier stop;
  private volatile boolean isStopped;

  /**
   * Creates a future.
   *
   * @param stop returns true if nothing is committed, and never will be
   */
  StoppableFuture(BooleanSupplier stop) {
    this.stop = stop;
    var unused = whenComplete((value, failure) -> stopWork());
  }

  private boolean stopWork() {
    isStopped = true;
    return stop.getAsBoolean();
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return isDone() ? isCancelled() : stopWork() && super.cancel(mayInterruptIfRunning);
  }

  /** Completes the future as the work has ended: with the failure if there is one. */
  void end(@Nullable T value, @Nullable Throwable thrown) {
    if (thrown == null) {
      complete(value);
    } else {
      Throwable failure = Async.unwrap(thrown);
      boolean isCancelled = isStopped && provesNothingCommitted(failure);
      completeExceptionally(isCancelled ? cancelled(failure) : failure);
    }
  }

  /** An error of the virtual machine may come after the commit. */
  private static boolean provesNothingCommitted(Throwable failure) {
    return !(failure instanceof CommitOutcomeUnknownException || failure instanceof Error);
  }

  private static CancellationException cancelled(Throwable failure) {
    CancellationException cancelled = new CancellationException("Cancelled: nothing is committed");
    cancelled.initCause(failure);
    return cancelled;
  }

  /** Returns a dependent future, which can be cancelled as any future can. */
  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
