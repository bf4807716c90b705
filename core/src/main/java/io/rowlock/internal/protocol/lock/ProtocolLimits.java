package io.rowlock.internal.protocol.lock;

import java.time.Duration;

/**
 * The limits of one client's work. Only tests change them. Safety must not depend on them.
 *
 * @param pageRows the rows in one page when a range is validated
 * @param members the transactions that commit as one, at most
 * @param handOvers how often the lock of a row goes on within a process, before others come first
 * @param regionRequests the writes under way to a region at a time; later ones share a request
 * @param busyCommits the commits to a table after which a client looks whether a long reader waits
 * @param notice how long before it opens its snapshot a long reader lets others know
 */
public record ProtocolLimits(
    Tries tries,
    TrailLimits trail,
    int pageRows,
    int regionRequests,
    int members,
    int handOvers,
    int busyCommits,
    Duration notice) {

  public static final ProtocolLimits DEFAULT =
      new ProtocolLimits(
          Tries.DEFAULT, TrailLimits.DEFAULT, 1_000, 2, 64, 7, 25, Duration.ofMillis(400));
}
