package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Clock;
import java.time.Duration;

/** The time on this process's clock at which an operation gives up. */
record Deadline(Clock clock, long nanos) {

  static Deadline after(Duration duration, Clock clock) {
    return new Deadline(clock, clock.monotonicNanos() + duration.toNanos());
  }

  /** Returns the remaining time, not below zero. */
  Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanos - clock.monotonicNanos()));
  }

  boolean isPast() {
    return remaining().isZero();
  }

  /** Returns whether time is left after such a pause. */
  boolean allows(Duration pause) {
    return remaining().compareTo(pause) > 0;
  }
}
