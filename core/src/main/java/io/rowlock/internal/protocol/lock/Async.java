package io.rowlock.internal.protocol.lock;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Combines futures. */
public final class Async {

  private Async() {}

  /** Completes with the results of all futures, in order; fails with the first failure in order. */
  public static <T> CompletableFuture<List<T>> all(Collection<CompletableFuture<T>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> futures.stream().map(CompletableFuture::join).toList());
  }

  /** Completes after all futures have completed, with a result or a failure. */
  public static CompletableFuture<Void> settled(
      Collection<? extends CompletableFuture<?>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new))
        .handle((done, failure) -> null);
  }

  /** Turns an exception or error that the supplier throws into a failed future. */
  public static <T> CompletableFuture<T> guarded(Supplier<CompletableFuture<T>> supplier) {
    try {
      return supplier.get();
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  /** Continues with another future after a failure. */
  public static <T> CompletableFuture<T> recover(
      CompletableFuture<T> future, Function<Throwable, CompletableFuture<T>> onFailure) {
    return future.exceptionallyCompose(failure -> onFailure.apply(unwrap(failure)));
  }

  /** Completes a future as another one has been completed. */
  public static <T extends @Nullable Object> void complete(
      CompletableFuture<T> future, T value, @Nullable Throwable failure) {
    if (failure == null) {
      future.complete(value);
    } else {
      future.completeExceptionally(failure);
    }
  }

  public static Throwable unwrap(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? unwrap(cause) : failure;
  }
}
