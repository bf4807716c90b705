package io.rowlock.it.conformance;

/**
 * Waits until the millisecond of a write to a plain table is over: HBase orders writes of one
 * millisecond by kind and not by time, so a delete hides a later put.
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
