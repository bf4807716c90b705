package io.rowlock.bench.measure;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Lets all threads of a window start together and agree on its end. */
public final class StartingGun {
  private final Duration length;
  private final CountDownLatch fired = new CountDownLatch(1);
  private volatile long end;

  public StartingGun(Duration length) {
    this.length = length;
  }

  public void fire() {
    end = System.nanoTime() + length.toNanos();
    fired.countDown();
  }

  /** Waits for the start; returns the end, by {@link System#nanoTime}. */
  public long awaitStart() throws InterruptedException {
    fired.await();
    return end;
  }
}
