package io.rowlock;

import io.rowlock.internal.store.Clock;
import java.time.Duration;

/** This machine's clocks, the wall clock off by a duration that changes. */
public final class JumpingClock implements Clock {

  private volatile Duration offset = Duration.ZERO;

  /** The wall clock jumps. */
  public void jumpTo(Duration newOffset) {
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
