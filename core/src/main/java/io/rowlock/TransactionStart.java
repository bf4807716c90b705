package io.rowlock;

import io.rowlock.internal.store.Clock;

/**
 * The start of a transaction: that of its first attempt.
 *
 * @param millis since the epoch, which orders rivals by age
 * @param nanos of the monotonic clock, which measures time limits
 */
record TransactionStart(long millis, long nanos) {

  static TransactionStart now(Clock clock) {
    return new TransactionStart(clock.currentMillis(), clock.monotonicNanos());
  }
}
