package io.rowlock.internal.admin;

import io.rowlock.internal.engine.Blocking;
import java.io.InterruptedIOException;
import java.time.Duration;

/** Waits for a time. */
@FunctionalInterface
public interface Sleeper {
  void sleep(Duration duration) throws InterruptedException;

  /**
   * Waits for a time.
   *
   * @param interrupted the message of the failure if the thread is interrupted meanwhile
   */
  default void pause(Duration duration, String interrupted) throws InterruptedIOException {
    try {
      sleep(duration);
    } catch (InterruptedException interruption) {
      throw Blocking.interrupted(interrupted, interruption);
    }
  }
}
