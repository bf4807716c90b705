package io.rowlock.internal.admin;

import java.time.Duration;

/** Waits for a time. */
@FunctionalInterface
public interface Sleeper {
  void sleep(Duration duration) throws InterruptedException;
}
