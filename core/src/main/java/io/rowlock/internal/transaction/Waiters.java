package io.rowlock.internal.transaction;

import io.rowlock.internal.store.Async;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The futures of waiting callers of one transaction, which can complete before their calls have
 * ended. Thread-safe.
 */
final class Waiters {

  /** Completed in the order in which they were added. */
  private final Set<CompletableFuture<?>> waiting = new LinkedHashSet<>(); // guarded by this

  /**
   * Returns the future that the caller gets.
   *
   * @param reason checked once more when the caller is among the waiting ones; null if there is
   *     none
   */
  <T extends @Nullable Object> CompletableFuture<T> untilStopped(
      CompletableFuture<T> future, Supplier<@Nullable Throwable> reason) {
    if (future.isDone()) {
      return future;
    }
    CompletableFuture<T> told = new CompletableFuture<>();
    add(told);
    Throwable tooLate = reason.get();
    if (tooLate != null) {
      told.completeExceptionally(tooLate);
    }
    var unused = future.whenComplete((value, failure) -> tell(told, value, failure));
    return told;
  }

  private synchronized void add(CompletableFuture<?> told) {
    waiting.add(told);
  }

  private <T extends @Nullable Object> void tell(
      CompletableFuture<T> told, T value, @Nullable Throwable failure) {
    synchronized (this) {
      waiting.remove(told);
    }
    Async.complete(told, value, failure);
  }

  void failAll(Throwable reason) {
    takeAll().forEach(told -> told.completeExceptionally(reason));
  }

  /** Completes the futures that wait for nothing but the end. */
  void completeAll() {
    takeAll().forEach(told -> told.complete(null));
  }

  private synchronized List<CompletableFuture<?>> takeAll() {
    List<CompletableFuture<?>> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }
}
