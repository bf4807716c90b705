package io.rowlock.bench.profile;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Lets all threads of a window start together and agree on its end. */
final class StartingGun {
  private final Duration length;
  private final CountDownLatch fired = new CountDownLatch(1);
  private volatile long end;

  StartingGun(Duration length) {
    this.length = length;
  }

  void fire() {
    end = System.nanoTime() + length.toNanos();
    fired.countDown();
  }

  /** Waits for the start; returns the end, by {@link System#nanoTime}. */
  long awaitStart() throws InterruptedException {
    fired.await();
    return end;
  }
}
