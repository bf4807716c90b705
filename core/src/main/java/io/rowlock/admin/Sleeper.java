package io.rowlock.admin;

import java.time.Duration;

/** Waits for a time. */
@FunctionalInterface
interface Sleeper {
  void sleep(Duration duration) throws InterruptedException;
}
