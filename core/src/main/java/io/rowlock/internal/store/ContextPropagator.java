package io.rowlock.internal.store;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Propagates the context of a caller, for example that of a trace, to where its work continues: on
 * other threads, and behind others in a queue. Thread-safe.
 */
public interface ContextPropagator {

  /** Propagates nothing. */
  ContextPropagator NONE =
      new ContextPropagator() {
        @Override
        public <T> Supplier<CompletableFuture<T>> propagate(Supplier<CompletableFuture<T>> work) {
          return work;
        }

        @Override
        public <T> CompletableFuture<T> propagate(CompletableFuture<T> future) {
          return future;
        }
      };

  /** Returns work that will run in the context of the present caller. */
  <T> Supplier<CompletableFuture<T>> propagate(Supplier<CompletableFuture<T>> work);

  /** Returns the same future; its dependents run in the context of the present caller. */
  <T> CompletableFuture<T> propagate(CompletableFuture<T> future);
}
