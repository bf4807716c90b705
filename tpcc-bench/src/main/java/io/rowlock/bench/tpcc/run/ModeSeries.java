package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Figure.Summary;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunResult.Processes;
import io.rowlock.bench.tpcc.run.EventCounts.Event;

/** The key of a series: a mode. */
record ModeSeries(Mode mode) implements SeriesKey {
  static final Figure NOPM = Figure.spread("nopm");
  static final Figure MILLIS = new Figure("millis", Summary.NONE);
  static final Figure MEAN_MILLIS = Figure.spread("meanMillis");
  static final Figure P50_MILLIS = Figure.spread("p50Millis");
  static final Figure P95_MILLIS = Figure.spread("p95Millis");
  static final Figure P99_MILLIS = Figure.spread("p99Millis");

  /** Give-ups, unknown outcomes and errors. */
  static final Figure FAILURES = new Figure("failures", Summary.SUM);

  static final Figure ROW_MUTATIONS_PER_TX = Figure.spread("rowMutationsPerTx");

  private static final double SECONDS_PER_MINUTE = 60;

  Point<ModeSeries> point(int round, Portion measured) {
    Latency millis = Latency.of(Histograms.sum(measured.micros().values()));
    EventCounts counts = measured.counts();
    double completed = Math.max(1, counts.of(Event.COMPLETED));
    double orders = counts.of(Kind.NEW_ORDER, Event.COMPLETED);
    return Point.of(this, round)
        .with(Figure.TX_PER_SECOND, measured.perSecond())
        .with(NOPM, orders / measured.seconds() * SECONDS_PER_MINUTE)
        .with(MILLIS, millis)
        .with(MEAN_MILLIS, millis.mean())
        .with(P50_MILLIS, millis.p50())
        .with(P95_MILLIS, millis.p95())
        .with(P99_MILLIS, millis.p99())
        .with(Figure.CONFLICTS_PER_TX, counts.of(Event.CONFLICTS) / completed)
        .with(FAILURES, counts.failures())
        .with(Figure.RPCS_PER_TX, measured.requests())
        .with(ROW_MUTATIONS_PER_TX, measured.difference().rowMutations() / completed)
        .with(
            Figure.COMPILE_MILLIS_PER_SECOND,
            measured.difference().compileMillis() / measured.seconds());
  }

  /** Adds what client processes have used. */
  static Point<ModeSeries> with(Processes processes, Point<ModeSeries> point) {
    return point
        .with(Figure.CLIENT_CPU_MICROS_PER_TX, processes.clientMicros())
        .with(Figure.SERVER_CPU_MICROS_PER_TX, processes.serverMicros())
        .with(Figure.FAIRNESS, processes.fairness());
  }

  @Override
  public String toString() {
    return mode.label();
  }
}
