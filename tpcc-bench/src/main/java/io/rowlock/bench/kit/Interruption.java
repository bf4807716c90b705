package io.rowlock.bench.kit;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Lets an interrupt pass through code that may only throw {@link java.io.IOException}. */
public final class Interruption {
  private Interruption() {}

  public static void sleep(Duration time) throws InterruptedIOException {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      throw of(e);
    }
  }

  public static InterruptedIOException of(InterruptedException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted = new InterruptedIOException("Interrupted");
    interrupted.initCause(cause);
    return interrupted;
  }
}
