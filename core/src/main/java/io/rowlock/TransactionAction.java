package io.rowlock;

/**
 * The work of a transaction, without a result. Like {@link TransactionWork}, it may be called more
 * than once.
 *
 * @param <X> what the action may throw besides unchecked exceptions; passes to the caller unwrapped
 */
@FunctionalInterface
public interface TransactionAction<X extends Exception> {

  /**
   * Reads and writes through {@code transaction}, on the thread that called {@link
   * TransactionManager#run run}. Returning commits, throwing rolls back.
   */
  void execute(Transaction transaction) throws X;
}
