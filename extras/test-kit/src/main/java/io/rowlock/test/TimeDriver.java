package io.rowlock.test;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Moves the time to what happens next whenever only the time can continue. */
final class TimeDriver {

  private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private TimeDriver() {}

  /** Starts a thread, which ends when the time is closed. */
  static void start(TestTime time, WaitingThreads threads) {
    Thread thread = new Thread(() -> drive(time, threads), "rowlock-test-time");
    thread.setDaemon(true);
    thread.start();
  }

  private static void drive(TestTime time, WaitingThreads threads) {
    try {
      while (time.awaitTask()) {
        if (threads.needTime()) {
          time.advanceToNext();
          threads.forget();
        } else {
          LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
