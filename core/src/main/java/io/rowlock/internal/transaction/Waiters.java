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
    CompletableFuture<T> answer = new CompletableFuture<>();
    add(answer);
    Throwable tooLate = reason.get();
    if (tooLate != null) {
      answer.completeExceptionally(tooLate);
    }
    var unused = future.whenComplete((value, failure) -> complete(answer, value, failure));
    return answer;
  }

  private synchronized void add(CompletableFuture<?> answer) {
    waiting.add(answer);
  }

  @SuppressWarnings("CollectionUndefinedEquality") // each is itself
  private <T extends @Nullable Object> void complete(
      CompletableFuture<T> answer, T value, @Nullable Throwable failure) {
    synchronized (this) {
      waiting.remove(answer);
    }
    Async.complete(answer, value, failure);
  }

  void failAll(Throwable reason) {
    takeAll().forEach(answer -> answer.completeExceptionally(reason));
  }

  /** Completes the futures that wait for nothing but the end. */
  void completeAll() {
    takeAll().forEach(answer -> answer.complete(null));
  }

  private synchronized List<CompletableFuture<?>> takeAll() {
    List<CompletableFuture<?>> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }
}
