package io.rowlock.it.kit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits until a condition holds, and no longer. */
public final class Await {

  private static final long PAUSE_NANOS = 2_000_000;

  private Await() {}

  /** A condition. */
  @FunctionalInterface
  public interface Check {
    boolean holds() throws Exception;
  }

  /**
   * Checks repeatedly until the condition holds.
   *
   * @throws AssertionError if {@code check} does not hold within {@code patience}
   */
  public static void until(String what, Duration patience, Check check) throws Exception {
    if (!holdsWithin(patience, check)) {
      throw new AssertionError("Not within " + patience + ": " + what);
    }
  }

  /** Checks repeatedly; returns false if {@code check} does not hold within {@code patience}. */
  public static boolean holdsWithin(Duration patience, Check check) throws Exception {
    long start = System.nanoTime();
    while (!check.holds()) {
      if (System.nanoTime() - start > patience.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return true;
  }
}
