package io.rowlock;

import io.rowlock.internal.store.Clock;
import java.time.Duration;

/** This machine's clocks, the wall clock off by a duration that a test may change. */
public final class OffsetClock implements Clock {

  private volatile Duration offset;

  /** A clock that is right at first. */
  public OffsetClock() {
    this(Duration.ZERO);
  }

  public OffsetClock(Duration offset) {
    this.offset = offset;
  }

  /** Makes the wall clock jump. */
  public void setOffset(Duration newOffset) {
    offset = newOffset;
  }

  @Override
  public long currentMillis() {
    return System.currentTimeMillis() + offset.toMillis();
  }

  @Override
  public long monotonicNanos() {
    return System.nanoTime();
  }
}
