package io.rowlock.tools;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;

/** Waits between two listings. */
final class Pause {

  private Pause() {}

  static void ofSeconds(long seconds) throws IOException {
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted between two looks");
    }
  }
}
