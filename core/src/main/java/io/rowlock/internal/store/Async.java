package io.rowlock.internal.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Combines futures. */
public final class Async {

  /**
   * Has completed. Work that starts from it never throws: {@code DONE.thenCompose(done -> work())}
   * fails instead, like {@link #guarded}, and no class of the library is between the caller and the
   * work.
   */
  public static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private Async() {}

  /** Completes as the future does, except that it fails with the translation of a failure. */
  public static <T extends @Nullable Object> CompletableFuture<T> translate(
      CompletableFuture<T> future, UnaryOperator<Throwable> translation) {
    return recover(future, failure -> CompletableFuture.failedFuture(translation.apply(failure)));
  }

  /** Completes as the future does, after the action if that is a failure. */
  public static <T extends @Nullable Object> CompletableFuture<T> onFailure(
      CompletableFuture<T> future, Consumer<Throwable> action) {
    return future.whenComplete(
        (value, failure) -> {
          if (failure != null) {
            action.accept(failure);
          }
        });
  }

  /** Completes with the results of all futures, in order; fails with the first failure in order. */
  public static <T> CompletableFuture<List<T>> all(Collection<CompletableFuture<T>> futures) {
    List<T> results = new ArrayList<>(futures.size());
    for (CompletableFuture<T> future : futures) {
      if (!future.isDone() || future.isCompletedExceptionally()) {
        return allDone(futures).thenCompose(done -> all(futures));
      }
      results.add(future.join());
    }
    return CompletableFuture.completedFuture(results);
  }

  /** Begins the work on each item, in order, and completes with all results, as above. */
  public static <A, T> CompletableFuture<List<T>> all(
      Collection<A> items, Function<A, CompletableFuture<T>> work) {
    List<CompletableFuture<T>> futures = new ArrayList<>(items.size());
    for (A item : items) {
      futures.add(work.apply(item));
    }
    return all(futures);
  }

  /** Completes after all futures have completed; fails with the first failure in order. */
  public static CompletableFuture<Void> allDone(
      Collection<? extends CompletableFuture<?>> futures) {
    return switch (futures.size()) {
      case 0 -> DONE;
      case 1 -> futures.iterator().next().thenAccept(result -> {});
      default -> CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0]));
    };
  }

  /** Completes after all futures have completed, with a result or a failure. */
  public static CompletableFuture<Void> settled(
      Collection<? extends CompletableFuture<?>> futures) {
    return allDone(futures).handle((done, failure) -> null);
  }

  /** Turns an exception or error that the supplier throws into a failed future. */
  public static <T extends @Nullable Object> CompletableFuture<T> guarded(
      Supplier<CompletableFuture<T>> supplier) {
    try {
      return supplier.get();
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  /** Continues with another future after a failure. */
  public static <T extends @Nullable Object> CompletableFuture<T> recover(
      CompletableFuture<T> future, Function<Throwable, CompletableFuture<T>> onFailure) {
    var end = future.<@Nullable Throwable>handle((value, failure) -> failure);
    return end.thenCompose(thrown -> thrown == null ? future : onFailure.apply(unwrap(thrown)));
  }

  /** Completes the second future as the first one, with the failure translated, and returns it. */
  public static <T extends @Nullable Object> CompletableFuture<T> pipe(
      CompletableFuture<T> from,
      CompletableFuture<T> to,
      UnaryOperator<Throwable> translation,
      Executor executor) {
    var unused =
        from.whenCompleteAsync(
            (value, failure) ->
                complete(to, value, failure == null ? null : translation.apply(failure)),
            executor);
    return to;
  }

  /** Completes a future with the value, or with the failure if there is one. */
  public static <T extends @Nullable Object> void complete(
      CompletableFuture<T> future, T value, @Nullable Throwable failure) {
    if (failure == null) {
      future.complete(value);
    } else {
      future.completeExceptionally(failure);
    }
  }

  /** Returns the original failure, without the wrapping by futures. */
  public static Throwable unwrap(Throwable failure) {
    Throwable cause = failure.getCause();
    boolean isWrapping =
        failure instanceof CompletionException || failure instanceof ExecutionException;
    return isWrapping && cause != null ? unwrap(cause) : failure;
  }
}
