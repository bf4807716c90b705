package io.rowlock.once;

import io.rowlock.internal.store.Async;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of an asynchronous call. Cancelling stops the attempt under way, and succeeds only
 * if no attempt is committed, or ever will be.
 */
final class OnceFuture<T> extends CompletableFuture<OnceResult<T>> {

  private final Supplier<CompletableFuture<OnceResult<T>>> attempts;
  private final Doubt doubt;
  private volatile boolean isStopped;
  private volatile @Nullable CompletableFuture<OnceResult<T>> current;

  OnceFuture(Supplier<CompletableFuture<OnceResult<T>>> attempts, Doubt doubt) {
    this.attempts = attempts;
    this.doubt = doubt;
    var unused = whenComplete((result, failure) -> stop());
  }

  /** Makes an attempt, and another one after each that leaves a doubt. */
  void attempt() {
    CompletableFuture<OnceResult<T>> attempt = attempts.get();
    current = attempt;
    if (isStopped) {
      attempt.cancel(true);
    }
    var unused = attempt.whenComplete(this::end);
  }

  private void end(@Nullable OnceResult<T> result, @Nullable Throwable failure) {
    if (failure == null) {
      complete(result);
      return;
    }
    Throwable cause = Async.unwrap(failure);
    if (doubt.repeatsAfter(cause) && !isStopped) {
      attempt();
    } else {
      completeExceptionally(doubt.over(cause));
    }
  }

  /** Returns whether the attempt under way is not committed, and never will be. */
  private boolean stop() {
    isStopped = true;
    CompletableFuture<OnceResult<T>> attempt = current;
    return attempt != null && attempt.cancel(true);
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return isDone()
        ? isCancelled()
        : stop() && !doubt.exists() && super.cancel(mayInterruptIfRunning);
  }

  /** Returns a dependent future, which can be cancelled as any future can. */
  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
