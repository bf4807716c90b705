package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Clock;

/** The clocks of this machine. */
public final class SystemClock implements Clock {

  @Override
  public long currentMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public long monotonicNanos() {
    return System.nanoTime();
  }
}
