package io.rowlock.it.crash;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The time in which harm is done; all who do it end together. */
final class Nemesis {

  private static final long POLL_MILLIS = 50;
  private static final Duration EXTENSION = Duration.ofMinutes(2);

  private final long endNanos;
  private final long latestNanos;
  private final Check enough;
  private final CountDownLatch end = new CountDownLatch(1);

  /**
   * Begins now.
   *
   * @param enough what has to hold before the end, unless it takes much longer
   */
  Nemesis(Duration time, Check enough) {
    endNanos = System.nanoTime() + time.toNanos();
    latestNanos = endNanos + EXTENSION.toNanos();
    this.enough = enough;
  }

  /** Whether to go on. */
  boolean goesOn() throws IOException {
    long now = System.nanoTime();
    return end.getCount() > 0 && (now < endNanos || (now < latestNanos && !enough.holds()));
  }

  /** Ends it for all, as something has gone wrong. */
  void giveUp() {
    end.countDown();
  }

  /** Something that may hold or not yet. */
  @FunctionalInterface
  interface Check {
    boolean holds() throws IOException;
  }

  /** Waits for some time of this range, or until the end. */
  void letPass(Random random, Duration shortest, Duration longest) throws IOException {
    long spread = longest.toMillis() - shortest.toMillis();
    letPass(shortest.plusMillis((long) (random.nextDouble() * spread)));
  }

  void letPass(Duration time) throws IOException {
    await(time, () -> false);
  }

  /** Waits until it holds, but no longer than this, and not beyond the end. */
  void await(Duration longest, Check check) throws IOException {
    long start = System.nanoTime();
    while (goesOn() && System.nanoTime() - start < longest.toNanos() && !check.holds()) {
      try {
        boolean unused = end.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("Interrupted while harm was done");
      }
    }
  }
}
