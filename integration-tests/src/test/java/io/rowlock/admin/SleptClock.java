package io.rowlock.admin;

import io.rowlock.internal.admin.Sleeper;
import io.rowlock.internal.store.Clock;
import java.time.Duration;

/** This machine's clocks, advanced by sleeps that take no time. */
final class SleptClock implements Clock, Sleeper {

  private Duration slept = Duration.ZERO;
  private Duration limit = Duration.ofDays(1);

  /** Interrupts the first sleep after so much sleep. */
  void interruptAfter(Duration most) {
    limit = slept.plus(most);
  }

  Duration slept() {
    return slept;
  }

  @Override
  public long currentMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public long monotonicNanos() {
    return System.nanoTime() + slept.toNanos();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    if (slept.compareTo(limit) >= 0) {
      limit = Duration.ofDays(1);
      throw new InterruptedException("injected by the test");
    }
    slept = slept.plus(duration);
  }
}
