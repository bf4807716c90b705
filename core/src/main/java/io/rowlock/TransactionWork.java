package io.rowlock;

import org.jspecify.annotations.Nullable;

/**
 * The work of a transaction, with a result. It may be called more than once: every conflict starts
 * it again with a fresh {@link Transaction}, so it should have no effects except through that.
 *
 * @param <T> the result
 * @param <X> what the work may throw besides unchecked exceptions; passes to the caller unwrapped
 */
@FunctionalInterface
public interface TransactionWork<T extends @Nullable Object, X extends Exception> {

  /**
   * Reads and writes through {@code transaction}, on the thread that called {@link
   * TransactionManager#call call}. Returning commits, throwing rolls back.
   */
  T execute(Transaction transaction) throws X;
}
