package io.rowlock.operations;

import java.time.Duration;
import java.util.Optional;

/** The age of a lock, see {@link LockInfo#age}. */
final class LockAge {

  private LockAge() {}

  /**
   * Returns the age; empty if nothing shows it yet.
   *
   * @param now the servers' time
   * @param lockTime above the floor, and thus up to a minute ahead after a table was enabled
   * @param began the start of the transaction; 0 if it is unknown
   */
  static Optional<Duration> at(long now, long lockTime, long began) {
    if (lockTime > now && began == 0) {
      return Optional.empty();
    }
    return Optional.of(Duration.ofMillis(Math.max(0, now - (lockTime > now ? began : lockTime))));
  }
}
