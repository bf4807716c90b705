package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Figure.Summary;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunResult.Processes;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * {@code modes.json}: a comparison of modes. The settings are those of the first mode; those of the
 * others differ in the mode alone.
 */
record ModesOutcome(
    int rounds,
    Settings settings,
    Environment environment,
    List<Row<ModeSeries>> rows,
    List<ModeRatio> ratios,
    List<Target> targets,
    Points<ModeSeries> warmup,
    Points<ModeSeries> points) {

  private static final Table<Row<ModeSeries>> TABLE =
      new Table<Row<ModeSeries>>()
          .column("mode", -14, Row::series)
          .number("tx/s", 9, 1, row -> row.median(Figure.TX_PER_SECOND))
          .number("NOPM", 9, 0, row -> row.median(ModeSeries.NOPM))
          .number("mean ms", 9, 2, row -> row.median(ModeSeries.MEAN_MILLIS))
          .number("p95 ms", 9, 2, row -> row.median(ModeSeries.P95_MILLIS))
          .number("conflicts", 10, 4, row -> row.median(Figure.CONFLICTS_PER_TX))
          .column("failures", 9, row -> row.count(ModeSeries.FAILURES))
          .number("RPCs/tx", 8, 2, row -> row.median(Figure.RPCS_PER_TX))
          .number("rows/tx", 9, 2, row -> row.median(ModeSeries.ROW_MUTATIONS_PER_TX));

  void stage(ResultDirectory directory) throws IOException {
    directory.stageJson("modes.json", this);
    directory.stage("modes.csv", ModeSeries.POINTS.csv(points.all()));
  }

  static ModesOutcome of(
      ModesPlan plan,
      Settings settings,
      Environment environment,
      Layout layout,
      ModeRounds rounds) {
    Points<ModeSeries> points = rounds.points();
    List<ModeRatio> ratios = ModeRatio.of(points);
    return new ModesOutcome(
        plan.windows().count(),
        settings,
        environment,
        points.rows(),
        ratios,
        targets(layout, ratios),
        rounds.warmup(),
        points);
  }

  boolean areTargetsMet() {
    return targets.stream().allMatch(Target::isMet);
  }

  /** The target throughput of Rowlock as a multiple of other modes. */
  static List<Target> targets(Layout layout, List<ModeRatio> ratios) {
    boolean isOneTable = layout == Layout.ONETABLE;
    Map<Mode, Double> limits =
        Map.of(
            Mode.RAW_BATCHED, isOneTable ? 0.8 : 0.4,
            Mode.RAW, 1.0,
            Mode.TWO_PHASE, isOneTable ? 3.0 : 1.3);
    List<Target> targets = new ArrayList<>();
    for (ModeRatio ratio : ratios) {
      Double limit = limits.get(ratio.over());
      if (ratio.mode() == Mode.TX && limit != null) {
        String what = layout.name() + ", throughput of tx / " + ratio.over();
        targets.add(new Target(what, ratio.throughput().median(), Bound.AT_LEAST, limit));
      }
    }
    return List.copyOf(targets);
  }

  /** The ratios of the first mode to another in each round. */
  record ModeRatio(Mode mode, Mode over, Spread throughput, Spread meanLatency) {

    static List<ModeRatio> of(Points<ModeSeries> points) {
      ModeSeries first = points.series().get(0);
      return points.series().stream()
          .skip(1)
          .map(
              over ->
                  new ModeRatio(
                      first.mode(),
                      over.mode(),
                      points.ratio(first, over, Figure.TX_PER_SECOND).orElseThrow(),
                      points.ratio(first, over, ModeSeries.MEAN_MILLIS).orElseThrow()))
          .toList();
    }
  }

  /** The results as text: medians of the rounds, ratios with their spread. */
  void print(PrintWriter out) {
    TABLE.print("medians of " + rounds, rows, out);
    rows.stream().filter(row -> row.has(ModeSeries.FAIRNESS)).forEach(row -> print(row, out));
    out.println();
    for (ModeRatio ratio : ratios) {
      out.printf(
          "%s / %s: throughput %s, mean latency %s%n",
          ratio.mode(), ratio.over(), ratio.throughput().times(), ratio.meanLatency().times());
    }
    if (!settings.banner().isEmpty()) {
      out.println(settings.banner());
    }
  }

  private static void print(Row<ModeSeries> row, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: CPU us by transaction: clients %.0f, servers %s; fairness of clients %.3f%n",
        row.series(),
        row.median(ModeSeries.CLIENT_CPU_MICROS_PER_TX),
        row.has(ModeSeries.SERVER_CPU_MICROS_PER_TX)
            ? String.format(Locale.ROOT, "%.0f", row.median(ModeSeries.SERVER_CPU_MICROS_PER_TX))
            : "-",
        row.median(ModeSeries.FAIRNESS));
  }

  /** The key of a series: a mode. */
  record ModeSeries(Mode mode) implements SeriesKey {
    static final Figure NOPM = Figure.spread("nopm");
    static final Figure MILLIS = new Figure("millis", Summary.NONE);
    static final Figure MEAN_MILLIS = Figure.spread("meanMillis");
    static final Figure P95_MILLIS = Figure.spread("p95Millis");

    /** Give-ups, unknown outcomes and errors. */
    static final Figure FAILURES = new Figure("failures", Summary.SUM);

    static final Figure ROW_MUTATIONS_PER_TX = Figure.spread("rowMutationsPerTx");

    // Of client processes and servers.
    static final Figure CLIENT_CPU_MICROS_PER_TX = Figure.spread("clientCpuMicrosPerTx");
    static final Figure SERVER_CPU_MICROS_PER_TX = Figure.spread("serverCpuMicrosPerTx");
    static final Figure FAIRNESS = Figure.spread("fairness");

    private static final double SECONDS_PER_MINUTE = 60;

    /** {@code modes.csv}: a line for each mode and round. */
    static final Table<Point<ModeSeries>> POINTS =
        new Table<Point<ModeSeries>>()
            .column("mode", Point::series)
            .column("round", Point::round)
            .number("tx_per_s", 2, point -> point.get(Figure.TX_PER_SECOND))
            .number("nopm", 1, point -> point.get(NOPM))
            .number("mean_ms", 3, point -> millis(point).mean())
            .number("p50_ms", 3, point -> millis(point).p50())
            .number("p90_ms", 3, point -> millis(point).p90())
            .number("p95_ms", 3, point -> millis(point).p95())
            .number("p99_ms", 3, point -> millis(point).p99())
            .number("p999_ms", 3, point -> millis(point).p999())
            .number("max_ms", 3, point -> millis(point).max())
            .number("conflicts_per_tx", 5, point -> point.get(Figure.CONFLICTS_PER_TX))
            .number("failures", 0, point -> point.get(FAILURES))
            .number("rpcs_per_tx", 3, point -> point.get(Figure.RPCS_PER_TX))
            .number("row_mutations_per_tx", 3, point -> point.get(ROW_MUTATIONS_PER_TX));

    private static Latency millis(Point<ModeSeries> point) {
      return (Latency) Objects.requireNonNull(point.figures().get(MILLIS));
    }

    Point<ModeSeries> point(int round, Measured measured) {
      Latency millis = Latency.of(measured.histograms().sum());
      EventCounts counts = measured.counts();
      double completed = Math.max(1, counts.of(Event.COMPLETED));
      double orders = counts.of(Kind.NEW_ORDER, Event.COMPLETED);
      return Point.of(this, round)
          .with(Figure.TX_PER_SECOND, counts.of(Event.COMPLETED) / measured.seconds())
          .with(NOPM, orders / measured.seconds() * SECONDS_PER_MINUTE)
          .with(MILLIS, millis)
          .with(MEAN_MILLIS, millis.mean())
          .with(P95_MILLIS, millis.p95())
          .with(Figure.CONFLICTS_PER_TX, counts.of(Event.CONFLICTS) / completed)
          .with(FAILURES, counts.failures())
          .with(Figure.RPCS_PER_TX, measured.difference().allRpcs() / completed)
          .with(ROW_MUTATIONS_PER_TX, measured.difference().rowMutations() / completed);
    }

    /** Adds what client processes have used. */
    static Point<ModeSeries> with(Processes processes, Point<ModeSeries> point) {
      return point
          .with(CLIENT_CPU_MICROS_PER_TX, processes.clientMicros())
          .with(SERVER_CPU_MICROS_PER_TX, processes.serverMicros())
          .with(FAIRNESS, processes.fairness());
    }

    @Override
    public Map<String, Object> fields() {
      return Map.of("mode", mode);
    }

    @Override
    public String toString() {
      return mode.label();
    }
  }
}
