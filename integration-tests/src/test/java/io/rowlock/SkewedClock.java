package io.rowlock;

import io.rowlock.internal.store.Clock;
import java.time.Duration;

/** This machine's clocks, the wall clock off by a duration. */
public record SkewedClock(Duration offset) implements Clock {

  @Override
  public long currentMillis() {
    return System.currentTimeMillis() + offset.toMillis();
  }

  @Override
  public long monotonicNanos() {
    return System.nanoTime();
  }
}
