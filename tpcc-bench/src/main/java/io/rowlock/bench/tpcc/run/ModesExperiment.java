package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Experiment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Ratio;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Results;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.report.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;

/**
 * How a comparison of modes in turns is judged and shown.
 *
 * @param plan of the first mode; those of the others differ in the mode alone
 */
record ModesExperiment(Settings plan, Layout layout) implements Experiment<ModeSeries> {

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

  Results<ModeSeries> judge(Environment environment, ModeRounds rounds) {
    Map<String, Object> others = Map.of("warmup", rounds.warmup());
    return judge(List.of(environment), rounds.points(), List.of(), others);
  }

  /** The first mode over each other one. */
  @Override
  public List<Ratio<ModeSeries>> ratios(Points<ModeSeries> points) {
    List<Ratio<ModeSeries>> ratios = new ArrayList<>();
    ModeSeries first = points.series().get(0);
    for (ModeSeries over : Iterables.skip(points.series(), 1)) {
      Ratio.of(points, first, over, Figure.TX_PER_SECOND).ifPresent(ratios::add);
      Ratio.of(points, first, over, ModeSeries.MEAN_MILLIS).ifPresent(ratios::add);
    }
    return List.copyOf(ratios);
  }

  /** The target throughput of Rowlock as a multiple of other modes. */
  @Override
  public List<Target> targets(Points<ModeSeries> points) {
    boolean isOneTable = layout == Layout.ONETABLE;
    Map<Mode, Double> limits =
        Map.of(
            Mode.RAW_BATCHED, isOneTable ? 0.8 : 0.4,
            Mode.RAW, 1.0,
            Mode.TWO_PHASE, isOneTable ? 3.0 : 1.3);
    List<Target> targets = new ArrayList<>();
    for (Ratio<ModeSeries> ratio : ratios(points)) {
      Double limit = limits.get(ratio.over().mode());
      if (ratio.figure().equals(Figure.TX_PER_SECOND)
          && ratio.series().mode() == Mode.TX
          && limit != null) {
        String what = layout.name() + ", throughput of tx / " + ratio.over();
        targets.add(new Target(what, ratio.spread().median(), Bound.AT_LEAST, limit));
      }
    }
    return List.copyOf(targets);
  }

  @Override
  public void print(Results<ModeSeries> results, PrintWriter out) {
    TABLE.print("medians of the rounds", results.rows(), out);
    results.rows().stream().filter(row -> row.has(Figure.FAIRNESS)).forEach(row -> print(row, out));
    results.printRatios(out);
    if (!plan.banner().isEmpty()) {
      out.println(plan.banner());
    }
  }

  private static void print(Row<ModeSeries> row, PrintWriter out) {
    out.printf(
        "%s: CPU us by transaction: clients %s, servers %s; fairness of clients %s%n",
        row.series(),
        row.text(Figure.CLIENT_CPU_MICROS_PER_TX, 0),
        row.text(Figure.SERVER_CPU_MICROS_PER_TX, 0),
        row.text(Figure.FAIRNESS, 3));
  }

  @Override
  public void stage(Results<ModeSeries> results, ResultDirectory directory, PrintWriter out)
      throws IOException {
    directory.stageJson("modes.json", results);
  }
}
