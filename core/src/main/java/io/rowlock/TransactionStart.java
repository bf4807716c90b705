package io.rowlock;

import io.rowlock.internal.store.Clock;

/**
 * When a transaction began: the first of its attempts.
 *
 * @param millis since the epoch, by which contenders are told apart
 * @param nanos of the monotonic clock, by which time is measured
 */
record TransactionStart(long millis, long nanos) {

  static TransactionStart now(Clock clock) {
    return new TransactionStart(clock.currentMillis(), clock.monotonicNanos());
  }
}
