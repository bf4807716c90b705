package io.rowlock.internal.protocol.lock;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Is told what one attempt at a transaction does. Changes nothing of it: what it is told of happens
 * all the same, in the same order, whatever the observer makes of it. Thread-safe, and neither
 * blocks nor throws.
 */
public interface TransactionObserver {

  /** Looks away. */
  TransactionObserver NONE = new TransactionObserver() {};

  /**
   * Runs a phase. Several may be under way at once, also of the same kind.
   *
   * @param work called once, at once, on the calling thread
   * @return completes as the work does
   */
  default <T extends @Nullable Object> CompletableFuture<T> during(
      Phase phase, Supplier<CompletableFuture<T>> work) {
    return work.get();
  }

  /**
   * The commit has lost a race, and is tried again with the same writes: the user's code does not
   * run again.
   */
  default void commitsAgain() {}
}
