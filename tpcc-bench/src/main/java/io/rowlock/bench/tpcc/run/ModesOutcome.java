package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code modes.json}: a comparison of modes.
 *
 * @param settings of the first mode; those of the others differ in the mode alone
 * @param warmup transactions a second of each turn of the warm-up
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
      Points<ModeSeries> warmup,
      Points<ModeSeries> points) {
    List<ModeRatio> ratios = ModeRatio.of(points);
    return new ModesOutcome(
        plan.rounds(),
        settings,
        environment,
        points.rows(),
        ratios,
        targets(layout, ratios),
        warmup,
        points);
  }

  /** What Rowlock's throughput is meant to be, as a multiple of others'. */
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

  /** The first mode against another, round by round. */
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

  /** The results for people: medians of the rounds, ratios with their spread. */
  void print(PrintWriter out) {
    TABLE.print("medians of " + rounds, rows, out);
    out.println();
    for (ModeRatio ratio : ratios) {
      out.printf(
          "%s / %s: throughput %s, mean latency %s%n",
          ratio.mode(), ratio.over(), ratio.throughput().times(), ratio.meanLatency().times());
    }
    out.println();
    targets.forEach(out::println);
    if (!settings.banner().isEmpty()) {
      out.println(settings.banner());
    }
    out.println("The data are not checked: modes without transactions break them.");
  }
}
