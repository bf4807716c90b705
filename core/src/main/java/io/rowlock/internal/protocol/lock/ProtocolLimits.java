package io.rowlock.internal.protocol.lock;

import java.time.Duration;

/**
 * The limits of one client's work. Only tests and benchmarks change them. Safety must not depend on
 * them.
 *
 * @param pageRows the rows in one page when a range is validated
 * @param busyCommits the commits to a table after which a client looks whether a long reader waits
 * @param notice how long before it opens its snapshot a long reader lets others know
 */
public record ProtocolLimits(
    Tries tries,
    TrailLimits trail,
    int pageRows,
    Mechanisms mechanisms,
    int busyCommits,
    Duration notice) {

  public static final ProtocolLimits DEFAULT =
      new ProtocolLimits(
          Tries.DEFAULT,
          TrailLimits.DEFAULT,
          1_000,
          Mechanisms.DEFAULT,
          25,
          Duration.ofMillis(400));
}
