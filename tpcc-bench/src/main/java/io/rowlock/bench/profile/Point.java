package io.rowlock.bench.profile;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.rowlock.bench.measure.Tally;

/**
 * What one window showed.
 *
 * @param txPerSecond transactions committed within the window, by its length
 * @param p50Micros like the other latencies: of all transactions begun in the window and committed
 * @param conflictsPerTx by committed transactions
 * @param failedPerTx failures after all retries, by transactions begun
 * @param rpcsForegroundPerTx by committed transactions, like those in the background
 */
record Point(
    @JsonUnwrapped Slot slot,
    double txPerSecond,
    double p50Micros,
    double p95Micros,
    double p99Micros,
    double conflictsPerTx,
    double failedPerTx,
    double rpcsForegroundPerTx,
    double rpcsBackgroundPerTx) {

  static Point of(Slot slot, Tally tally, LibraryCounts counts, double seconds) {
    double committed = tally.committed();
    return new Point(
        slot,
        tally.committedInTime() / seconds,
        tally.latencyMicros(50),
        tally.latencyMicros(95),
        tally.latencyMicros(99),
        counts.conflicts() / committed,
        tally.failed() / (committed + tally.failed()),
        counts.rpcsForeground() / committed,
        counts.rpcsBackground() / committed);
  }
}
