package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.FaultMix.Fate;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A time during which one client's writes all meet the same fate: what is tried again and again
 * fails again and again.
 *
 * @param readsToo reads meet it as well
 */
record Outage(long fromNanos, long untilNanos, Fate fate, boolean readsToo) {

  static final Outage NEVER = new Outage(0, 0, Fate.DELIVERED, false);

  private static final List<Fate> FATES =
      List.of(Fate.LOST_REQUEST, Fate.LOST_REPLY, Fate.LATE, Fate.STALE, Fate.REJECTED);

  /** Begins within the first second and takes at most as long as {@code longest}. */
  static Outage draw(Duration longest, RandomGenerator random) {
    long from = random.nextLong(Duration.ofMillis(500).toNanos());
    long until = from + random.nextLong(longest.toNanos());
    Fate fate = FATES.get(random.nextInt(FATES.size()));
    return new Outage(from, until, fate, random.nextInt(4) == 0);
  }

  boolean covers(long nanos) {
    return fromNanos <= nanos && nanos < untilNanos;
  }
}
