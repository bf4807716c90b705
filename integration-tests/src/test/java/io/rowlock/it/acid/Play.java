package io.rowlock.it.acid;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.Client.Work;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** T1, which stops on its way and can be read-only, and T2, which runs meanwhile. */
record Play<A, B>(
    FirstWork<A> first, Work<B> second, StopPoint stop, Fate fate, boolean isReadOnly) {

  /** The fate of T1. */
  enum Fate {
    COMMITS,
    /** T1 rolls back itself and never sends a write. */
    ROLLS_BACK,
    /** The client of T1 dies before the commit. */
    DIES
  }

  /** The work of T1. */
  @FunctionalInterface
  interface FirstWork<A> {

    /** As {@link Work#execute}; calls {@code stop} at the stop point between its reads. */
    A execute(Access access, Runnable stop) throws IOException;
  }

  /** A T1 that commits. */
  static <A, B> Play<A, B> committing(FirstWork<A> first, Work<B> second, StopPoint stop) {
    return new Play<>(first, second, stop, Fate.COMMITS, false);
  }

  /** A T1 that does not commit: it rolls back if it still can, else its client dies. */
  static <A, B> Play<A, B> abandoning(FirstWork<A> first, Work<B> second, StopPoint stop) {
    boolean decides = stop == StopPoint.BEFORE_PREWRITE || stop == StopPoint.ALL_STABLE;
    return new Play<>(first, second, stop, decides ? Fate.ROLLS_BACK : Fate.DIES, false);
  }

  /** A T1 that commits, or does not. */
  static <A, B> Play<A, B> of(boolean commits, FirstWork<A> first, Work<B> second, StopPoint stop) {
    return commits ? committing(first, second, stop) : abandoning(first, second, stop);
  }

  /** The work of T1's client. */
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

  /**
   * The outcome of T1, null when its client died, and of T2, which may have ended while T1 was
   * stopped.
   */
  record Meeting<A, B>(
      StopPoint stop, @Nullable Ended<A> first, Ended<B> second, boolean isSecondAtOnce) {

    /** The result of a T1 whose client lives. */
    Ended<A> survivor() {
      if (first == null) {
        throw new IllegalStateException("The client of T1 has died");
      }
      return first;
    }

    /** Whether T2 ran and ended before T1 continued. */
    boolean isSecondWithin() {
      return isSecondAtOnce && stop != StopPoint.ALL_STABLE;
    }

    /** The text for users, with the order of the two. */
    String story(String order) {
      String waiting = isSecondAtOnce ? "T2 did not wait" : "T2 waited for T1";
      String again = second.attempts() > 1 ? ", retried " + times(second.attempts() - 1) : "";
      String first = this.first == null ? ", T1's client died" : story(this.first);
      return waiting + again + ", " + order + first;
    }

    private static String story(Ended<?> first) {
      return first.attempts() > 1 ? ", T1 retried " + times(first.attempts() - 1) : "";
    }

    private static String times(int count) {
      return count == 1 ? "once" : count + " times";
    }
  }
}
