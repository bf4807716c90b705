package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.result.Histograms;
import io.rowlock.bench.tpcc.result.Latency;
import org.HdrHistogram.Histogram;

/**
 * One mode in one round.
 *
 * @param millis of latency
 * @param conflictsPerTx attempts that lost, by completed business transactions
 * @param failures give-ups, unknown outcomes and errors
 */
record ModePoint(
    String mode,
    int round,
    double txPerSecond,
    double nopm,
    Latency millis,
    double conflictsPerTx,
    long failures,
    double rpcsPerTx,
    double rowMutationsPerTx) {
  private static final double SECONDS_PER_MINUTE = 60;

  static ModePoint of(Mode mode, int round, Measured measured) {
    Histogram all = Histograms.empty();
    for (Kind kind : Kind.values()) {
      all.add(measured.histograms().sum(kind));
    }
    EventCounts counts = measured.counts();
    double completed = Math.max(1, counts.of(Event.COMPLETED));
    long rpcs = measured.difference().rpcs().values().stream().mapToLong(count -> count).sum();
    return new ModePoint(
        mode.toString(),
        round,
        counts.of(Event.COMPLETED) / measured.seconds(),
        counts.of(Kind.NEW_ORDER, Event.COMPLETED) / measured.seconds() * SECONDS_PER_MINUTE,
        Latency.of(all),
        counts.of(Event.CONFLICTS) / completed,
        counts.failures(),
        rpcs / completed,
        measured.difference().rowMutations() / completed);
  }
}
