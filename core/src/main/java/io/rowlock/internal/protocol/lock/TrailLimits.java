package io.rowlock.internal.protocol.lock;

import java.time.Duration;

/**
 * Which former writers of a row its lock names ({@link WriterTrail}). Clients need not agree.
 *
 * @param entries so many at most
 * @param reach how far back
 */
public record TrailLimits(int entries, Duration reach) {

  /**
   * Settling a lost answer takes a few round trips, but versions are no clock: a single writer
   * whose clock runs ahead pushes all former ones into the past. Two clocks are at most twenty
   * minutes apart, as the manager refuses one that is ten minutes off the servers'.
   */
  public static final TrailLimits DEFAULT = new TrailLimits(16, Duration.ofMinutes(20));
}
