package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Latency;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.ResultMaker.Measured;
import java.util.List;
import java.util.function.ToDoubleFunction;
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

  /** {@code modes.csv}: a line for each mode and round. */
  static final Table<ModePoint> TABLE =
      new Table<ModePoint>()
          .column("mode", ModePoint::mode)
          .column("round", ModePoint::round)
          .number("tx_per_s", 2, ModePoint::txPerSecond)
          .number("nopm", 1, ModePoint::nopm)
          .number("mean_ms", 3, point -> point.millis().mean())
          .number("p50_ms", 3, point -> point.millis().p50())
          .number("p90_ms", 3, point -> point.millis().p90())
          .number("p95_ms", 3, point -> point.millis().p95())
          .number("p99_ms", 3, point -> point.millis().p99())
          .number("p999_ms", 3, point -> point.millis().p999())
          .number("max_ms", 3, point -> point.millis().max())
          .number("conflicts_per_tx", 5, ModePoint::conflictsPerTx)
          .column("failures", ModePoint::failures)
          .number("rpcs_per_tx", 3, ModePoint::rpcsPerTx)
          .number("row_mutations_per_tx", 3, ModePoint::rowMutationsPerTx);

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

  /** All rounds of one mode. */
  record ModeRow(
      String mode,
      Spread txPerSecond,
      Spread nopm,
      Spread meanMillis,
      Spread p95Millis,
      Spread conflictsPerTx,
      long failures,
      Spread rpcsPerTx,
      Spread rowMutationsPerTx) {

    static List<ModeRow> of(List<ModePoint> points) {
      return points.stream()
          .map(ModePoint::mode)
          .distinct()
          .map(
              mode -> of(mode, points.stream().filter(point -> point.mode().equals(mode)).toList()))
          .toList();
    }

    private static ModeRow of(String mode, List<ModePoint> rounds) {
      return new ModeRow(
          mode,
          spread(rounds, ModePoint::txPerSecond),
          spread(rounds, ModePoint::nopm),
          spread(rounds, point -> point.millis().mean()),
          spread(rounds, point -> point.millis().p95()),
          spread(rounds, ModePoint::conflictsPerTx),
          rounds.stream().mapToLong(ModePoint::failures).sum(),
          spread(rounds, ModePoint::rpcsPerTx),
          spread(rounds, ModePoint::rowMutationsPerTx));
    }

    private static Spread spread(List<ModePoint> rounds, ToDoubleFunction<ModePoint> value) {
      return Spread.of(rounds.stream().map(value::applyAsDouble).toList());
    }
  }
}
