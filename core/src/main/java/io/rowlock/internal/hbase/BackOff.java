package io.rowlock.internal.hbase;

import java.time.Duration;
import org.apache.hadoop.hbase.HBaseServerException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Decides how long to wait before a request that was surely not applied is repeated. The pauses
 * double; they are short while regions move, longer if a server reports that it is overloaded, and
 * as long as a quota demands.
 *
 * <p>The pauses are meant for {@code Environment.jitteredPause}, which waits at least half of them.
 */
final class BackOff {

  static final Duration FIRST = Duration.ofMillis(10);
  static final Duration FIRST_WHEN_OVERLOADED = Duration.ofMillis(100);

  private static final int MAX_DOUBLINGS = 6;

  private BackOff() {}

  /**
   * Returns the pause after an attempt.
   *
   * @param attempt counted from 1
   */
  static Duration after(int attempt, Throwable fault) {
    if (fault instanceof RpcThrottlingException throttling && throttling.getWaitInterval() > 0) {
      return Duration.ofMillis(throttling.getWaitInterval()).multipliedBy(2);
    }
    Duration first = HBaseServerException.isServerOverloaded(fault) ? FIRST_WHEN_OVERLOADED : FIRST;
    return first.multipliedBy(1L << Math.min(attempt - 1, MAX_DOUBLINGS));
  }
}
