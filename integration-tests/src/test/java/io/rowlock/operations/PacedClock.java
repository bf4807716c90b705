package io.rowlock.operations;

import io.rowlock.internal.admin.Sleeper;
import io.rowlock.internal.store.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** This machine's clocks, and sleeps that take a part of their time. */
final class PacedClock implements Clock, Sleeper {

  private final int faster;
  private Duration slept = Duration.ZERO;
  private Duration skipped = Duration.ZERO;

  PacedClock(int faster) {
    this.faster = faster;
  }

  synchronized Duration slept() {
    return slept;
  }

  @Override
  public long currentMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public synchronized long monotonicNanos() {
    return System.nanoTime() + skipped.toNanos();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    Duration real = duration.dividedBy(faster);
    TimeUnit.NANOSECONDS.sleep(real.toNanos());
    add(duration, real);
  }

  private synchronized void add(Duration asked, Duration real) {
    slept = slept.plus(asked);
    skipped = skipped.plus(asked.minus(real));
  }
}
