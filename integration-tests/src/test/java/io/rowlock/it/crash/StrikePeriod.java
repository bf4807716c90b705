package io.rowlock.it.crash;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The period of the faults; all threads that strike end together. */
final class StrikePeriod {

  private static final long POLL_MILLIS = 50;
  private static final Duration EXTENSION = Duration.ofMinutes(2);

  private final long endNanos;
  private final long latestNanos;
  private final Check enough;
  private final CountDownLatch end = new CountDownLatch(1);

  /**
   * Begins the period.
   *
   * @param enough a condition for the end, unless it takes much longer
   */
  StrikePeriod(Duration time, Check enough) {
    endNanos = System.nanoTime() + time.toNanos();
    latestNanos = endNanos + EXTENSION.toNanos();
    this.enough = enough;
  }

  /** Whether the period continues. */
  boolean continues() throws IOException {
    long now = System.nanoTime();
    return end.getCount() > 0 && (now < endNanos || (now < latestNanos && !enough.holds()));
  }

  /** Ends the period after a failure. */
  void end() {
    end.countDown();
  }

  /** A condition. */
  @FunctionalInterface
  interface Check {
    boolean holds() throws IOException;
  }

  /** Waits for a random time of this range, or until the end of the period. */
  void pause(Random random, Duration shortest, Duration longest) throws IOException {
    long spread = longest.toMillis() - shortest.toMillis();
    pause(shortest.plusMillis((long) (random.nextDouble() * spread)));
  }

  void pause(Duration time) throws IOException {
    await(time, () -> false);
  }

  /**
   * Waits until the condition holds, at most for this time, and at most until the end of the
   * period.
   */
  void await(Duration longest, Check check) throws IOException {
    long start = System.nanoTime();
    while (continues() && System.nanoTime() - start < longest.toNanos() && !check.holds()) {
      try {
        boolean unused = end.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("Interrupted while waiting");
      }
    }
  }
}
