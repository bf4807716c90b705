package io.rowlock.internal.protocol.lock;

import java.time.Duration;

/**
 * Which former writers a row's lock names ({@link WriterTrail}). Clients need not agree.
 *
 * @param entries the largest number of writers
 * @param reach the time that the trail covers
 */
public record TrailLimits(int entries, Duration reach) {

  /**
   * Settling a lost answer takes only a few round trips. But versions are no clock: a single writer
   * whose clock runs ahead makes all former ones look old. Two clocks are at most twenty minutes
   * apart, because the manager refuses to work if its clock is ten minutes off the servers'.
   */
  public static final TrailLimits DEFAULT = new TrailLimits(16, Duration.ofMinutes(20));
}
