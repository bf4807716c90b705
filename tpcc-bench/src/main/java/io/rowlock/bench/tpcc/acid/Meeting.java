package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.access.Client.Ended;
import org.jspecify.annotations.Nullable;

/**
 * What became of T1 and T2.
 *
 * @param first null when its client died
 * @param isSecondAtOnce whether T2 ended while T1 was stopped
 */
record Meeting<A, B>(
    StopPoint stop, @Nullable Ended<A> first, Ended<B> second, boolean isSecondAtOnce) {

  /** Of a T1 whose client lives. */
  Ended<A> survivor() {
    if (first == null) {
      throw new IllegalStateException("The client of T1 has died");
    }
    return first;
  }

  /** Whether T2 was there, and done, before T1 went on. */
  boolean isSecondWithin() {
    return isSecondAtOnce && stop != StopPoint.ALL_STABLE;
  }

  /**
   * For people.
   *
   * @param order which of them came first
   */
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
