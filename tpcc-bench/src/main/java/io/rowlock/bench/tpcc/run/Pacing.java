package io.rowlock.bench.tpcc.run;

import java.util.Optional;

/** Decides when terminals send something. Thread-safe. */
interface Pacing {

  /**
   * Waits for the next turn of a thread.
   *
   * @param thread from 0
   * @param end by {@link System#nanoTime}
   * @return empty when there is none before the end
   */
  Optional<Turn> next(int thread, long end) throws InterruptedException;

  /** To be called when the business transaction has ended. */
  default void ended(Turn turn) {}
}
