package io.rowlock.bench.kit;

import java.io.InterruptedIOException;

/** Lets an interrupt pass through code that may only throw {@link java.io.IOException}. */
public final class Interruption {
  private Interruption() {}

  public static InterruptedIOException of(InterruptedException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted = new InterruptedIOException("Interrupted");
    interrupted.initCause(cause);
    return interrupted;
  }
}
