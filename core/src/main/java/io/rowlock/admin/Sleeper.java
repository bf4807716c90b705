package io.rowlock.admin;

import java.time.Duration;

/** Lets time pass. */
@FunctionalInterface
interface Sleeper {
  void sleep(Duration duration) throws InterruptedException;
}
