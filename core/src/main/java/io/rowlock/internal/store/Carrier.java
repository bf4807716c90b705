package io.rowlock.internal.store;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Takes along what belongs to a caller, the context of a trace say, to where its work goes on: on
 * other threads, and behind others in a queue. Thread-safe.
 */
public interface Carrier {

  /** Takes nothing along. */
  Carrier NONE =
      new Carrier() {
        @Override
        public <T> Supplier<CompletableFuture<T>> carry(Supplier<CompletableFuture<T>> work) {
          return work;
        }

        @Override
        public <T> CompletableFuture<T> carry(CompletableFuture<T> future) {
          return future;
        }
      };

  /** Work that will run with what belongs to the present caller. */
  <T> Supplier<CompletableFuture<T>> carry(Supplier<CompletableFuture<T>> work);

  /** The same future; what hangs on it runs with what belongs to the present caller. */
  <T> CompletableFuture<T> carry(CompletableFuture<T> future);
}
