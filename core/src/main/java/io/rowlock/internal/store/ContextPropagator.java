package io.rowlock.internal.store;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Propagates the context of a caller, for example that of a trace, to where its work continues: on
 * other threads, and behind others in a queue. Thread-safe.
 */
public interface ContextPropagator {

  /** Propagates nothing. */
  ContextPropagator NONE = () -> () -> () -> {};

  /** A context that a thread has entered; closing restores the one before. Throws nothing. */
  interface Entered extends AutoCloseable {
    @Override
    void close();
  }

  /** Returns what enters the context of the present caller later, on any thread. */
  Supplier<Entered> capture();

  /**
   * Returns a future that completes as this one does; its dependents run in the context of the
   * present caller.
   */
  default <T extends @Nullable Object> CompletableFuture<T> propagate(CompletableFuture<T> future) {
    return propagate(future, capture());
  }

  /** Returns a future that completes as this one does, in the context of a caller. */
  @SuppressWarnings("try") // the context is there to be left
  static <T extends @Nullable Object> CompletableFuture<T> propagate(
      CompletableFuture<T> future, Supplier<Entered> caller) {
    if (future.isDone()) {
      return future;
    }
    CompletableFuture<T> propagated = new CompletableFuture<>();
    var unused =
        future.whenComplete(
            (value, failure) -> {
              try (Entered context = caller.get()) {
                Async.complete(propagated, value, failure);
              }
            });
    return propagated;
  }
}
