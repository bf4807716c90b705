package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Work;
import java.io.IOException;

/**
 * T1, which is stopped on its way, and T2, which comes then.
 *
 * @param isReadOnly whether T1 is
 */
record Play<A, B>(
    FirstWork<A> first, Work<B> second, StopPoint stop, Fate fate, boolean isReadOnly) {

  /** Of T1. */
  enum Fate {
    COMMITS,
    /** By its own decision, so that it never sends a write. */
    ROLLS_BACK,
    /** Its client is gone before it has committed. */
    DIES
  }

  /** What T1 does. */
  @FunctionalInterface
  interface FirstWork<A> {

    /**
     * As {@link Work#execute}.
     *
     * @param stop to be called where T1 may be stopped between its reads
     */
    A execute(Access access, Runnable stop) throws IOException;
  }

  /** A T1 that commits. */
  static <A, B> Play<A, B> committing(FirstWork<A> first, Work<B> second, StopPoint stop) {
    return new Play<>(first, second, stop, Fate.COMMITS, false);
  }

  /**
   * A T1 that does not: where it may still decide, it rolls back, and later its client dies.
   *
   * @param stop before the commit point, or the end of it all
   */
  static <A, B> Play<A, B> abandoning(FirstWork<A> first, Work<B> second, StopPoint stop) {
    boolean decides = stop == StopPoint.BEFORE_PREWRITE || stop == StopPoint.ALL_STABLE;
    return new Play<>(first, second, stop, decides ? Fate.ROLLS_BACK : Fate.DIES, false);
  }

  /** What T1's client executes. */
  Work<A> first(StopGate gate) {
    return access -> {
      A result = first.execute(access, stop == StopPoint.BETWEEN_READS ? gate::pause : () -> {});
      if (fate == Fate.ROLLS_BACK) {
        access.rollBack();
        if (stop != StopPoint.ALL_STABLE) {
          gate.pause();
        }
      }
      gate.beginCommit();
      return result;
    };
  }
}
