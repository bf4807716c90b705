package io.rowlock.internal.protocol.lock;

import java.util.concurrent.CompletableFuture;

/**
 * Receives reports on one attempt of a transaction. It changes nothing: the reported steps happen
 * in the same order, whatever the observer does. Implementations must be thread-safe, and must
 * neither block nor throw.
 */
public interface TransactionObserver {

  /** Ignores all reports. */
  TransactionObserver NONE = new TransactionObserver() {};

  /** A phase under way. */
  interface Watch {

    /**
     * Ends the phase with its work. Called once, on the thread that began the phase, as soon as the
     * work has started.
     *
     * @return completes after the work
     */
    CompletableFuture<?> end(CompletableFuture<?> work);
  }

  /**
   * Begins a phase, whose work starts immediately on the calling thread. Several may be under way
   * at once, also of the same kind.
   */
  default Watch begin(Phase phase) {
    return work -> work;
  }

  /**
   * Reports the identity of the commit that begins, which its locks name. It is not the
   * transaction's own after a lost race, or if several transactions commit as one.
   *
   * @param place of the transaction among those that commit as one, from 0
   */
  default void commitsAs(TransactionId id, int place) {}

  /**
   * Reports that the commit has lost a race, and is tried again with the same writes: the user's
   * code does not run again.
   */
  default void commitsAgain() {}
}
