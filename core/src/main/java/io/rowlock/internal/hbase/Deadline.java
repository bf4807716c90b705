package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Clock;
import java.time.Duration;

/** A moment on the clock of this process by which an operation gives up. */
record Deadline(Clock clock, long nanos) {

  static Deadline after(Duration duration, Clock clock) {
    return new Deadline(clock, clock.monotonicNanos() + duration.toNanos());
  }

  /** What is left, not below zero. */
  Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanos - clock.monotonicNanos()));
  }

  boolean isPast() {
    return remaining().isZero();
  }

  /** True when something can still be done after such a pause. */
  boolean allows(Duration pause) {
    return remaining().compareTo(pause) > 0;
  }
}
