package io.rowlock.simulator;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A time during which all writes of one client meet the same fault, so that repeated tries fail
 * repeatedly.
 *
 * @param readsToo whether reads meet it as well
 */
record Outage(long fromNanos, long untilNanos, Fault fault, boolean readsToo) {

  static final Outage NEVER = new Outage(0, 0, Fault.LOST_REQUEST, false);

  private static final List<Fault> FAULTS =
      List.of(
          Fault.LOST_REQUEST,
          Fault.LOST_REPLY,
          Fault.LATE_REQUEST,
          Fault.STALE_ANSWER,
          Fault.BUSY_SERVER);

  /** Draws an outage that begins within the first half second and takes at most {@code longest}. */
  static Outage draw(Duration longest, SplittableRandom dice) {
    long from = dice.nextLong(Duration.ofMillis(500).toNanos());
    long until = from + dice.nextLong(longest.toNanos());
    return new Outage(from, until, FAULTS.get(dice.nextInt(FAULTS.size())), dice.nextInt(4) == 0);
  }

  boolean covers(long nanos) {
    return fromNanos <= nanos && nanos < untilNanos;
  }
}
