package io.rowlock.it.conformance;

/**
 * Lets the millisecond pass in which a plain table was written to: HBase orders what is written in
 * the same one by kind and not by time, so that a delete hides the put that follows it.
 */
final class Clock {

  private Clock() {}

  static void tick() {
    long now = System.currentTimeMillis();
    while (System.currentTimeMillis() <= now) {
      Thread.onSpinWait();
    }
  }
}
