package io.rowlock.bench.contention;

import io.rowlock.TransactionCounters;
import io.rowlock.bench.measure.Tally;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one window showed of a series.
 *
 * @param txPerSecond committed within the window, by its length
 * @param p50Micros like the other latencies: of whole calls, retries included
 * @param attemptsPerTx by transactions committed
 * @param failed given up after all retries
 * @param fewestPerSecond committed in the poorest second of the window; for audits only
 */
record Point(
    Series series,
    int round,
    double txPerSecond,
    double p50Micros,
    double p99Micros,
    double slowestMicros,
    double attemptsPerTx,
    double rpcsPerTx,
    long failed,
    @Nullable Integer fewestPerSecond) {

  static Point of(
      Series series,
      int round,
      Duration length,
      Tally tally,
      TransactionCounters before,
      TransactionCounters after,
      @Nullable Integer fewestPerSecond) {
    double committed = Math.max(1, tally.committed());
    long rpcs =
        after.rpcsForeground()
            - before.rpcsForeground()
            + after.rpcsBackground()
            - before.rpcsBackground();
    return new Point(
        series,
        round,
        tally.committedInTime() / (double) length.toSeconds(),
        tally.latencyMicros(50),
        tally.latencyMicros(99),
        tally.latencyMicros(100),
        (after.begun() - before.begun()) / committed,
        rpcs / committed,
        tally.failed(),
        fewestPerSecond);
  }
}
