package io.rowlock;

import org.jspecify.annotations.Nullable;

/**
 * What a transaction does, with a result. Be prepared for it to be called more than once: every
 * conflict starts it again with a fresh {@link Transaction}, so it should have no effects but
 * through that.
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
