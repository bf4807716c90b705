package io.rowlock;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The future of something that may commit, for users: it counts as cancelled only if nothing is
 * committed for certain. Completed by anybody else, it stops the work, too.
 */
final class StoppableFuture<T extends @Nullable Object> extends CompletableFuture<T> {

  private final BooleanSupplier stop;
  private volatile boolean isUnwanted;

  /**
   * @param stop true when nothing is committed, and never will be
   */
  StoppableFuture(BooleanSupplier stop) {
    this.stop = stop;
    var unused = whenComplete((value, failure) -> stopWork());
  }

  private boolean stopWork() {
    isUnwanted = true;
    return stop.getAsBoolean();
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return isDone() ? isCancelled() : stopWork() && super.cancel(mayInterruptIfRunning);
  }

  /** The work has failed. */
  void fail(Throwable failure) {
    if (isUnwanted && !(failure instanceof CommitOutcomeUnknownException)) {
      completeExceptionally(cancelled(failure));
    } else {
      completeExceptionally(failure);
    }
  }

  private static CancellationException cancelled(Throwable failure) {
    CancellationException cancelled = new CancellationException("Cancelled: nothing is committed");
    cancelled.initCause(failure);
    return cancelled;
  }

  /** What hangs on it can be cancelled as any future can. */
  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
