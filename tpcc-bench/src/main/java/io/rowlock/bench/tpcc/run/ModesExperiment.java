package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Experiment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Page;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Points.Ratio;
import io.rowlock.bench.kit.Results;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Table.Titled;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.report.Report;
import io.rowlock.bench.tpcc.report.Report.Side;
import io.rowlock.bench.tpcc.report.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;

/**
 * How a mode by itself and modes in turns are judged and shown.
 *
 * @param plan of the first mode; those of the others differ in the mode alone
 * @param course how long was measured
 */
record ModesExperiment(Settings plan, Layout layout, String course, Report report)
    implements Experiment<ModeSeries> {
  private static final Table<Row<ModeSeries>> TABLE =
      new Table<Row<ModeSeries>>()
          .column("mode", -14, Row::series)
          .number("tx/s", 9, 1, row -> row.median(Figure.TX_PER_SECOND))
          .number("NOPM", 9, 0, row -> row.median(ModeSeries.NOPM))
          .number("mean ms", 9, 2, row -> row.median(ModeSeries.MEAN_MILLIS))
          .number("p50 ms", 9, 2, row -> row.median(ModeSeries.P50_MILLIS))
          .number("p95 ms", 9, 2, row -> row.median(ModeSeries.P95_MILLIS))
          .number("p99 ms", 9, 2, row -> row.median(ModeSeries.P99_MILLIS))
          .number("conflicts", 10, 4, row -> row.median(Figure.CONFLICTS_PER_TX))
          .column("failures", 9, row -> row.count(ModeSeries.FAILURES))
          .number("RPCs/tx", 8, 2, row -> row.median(Figure.RPCS_PER_TX))
          .number("rows/tx", 9, 2, row -> row.median(ModeSeries.ROW_MUTATIONS_PER_TX));

  @Override
  public String file() {
    return "modes.json";
  }

  @Override
  public String title() {
    List<Side> sides = report.sides();
    return "TPC-C on HBase: "
        + sides.stream().map(Side::label).collect(Collectors.joining(", "))
        + (sides.size() == 1 ? "" : ", in turns");
  }

  @Override
  public String question() {
    return "How many business transactions a second, and what is left of the data? Warehouses: %d;"
            .formatted(plan.origin().scale().warehouses())
        + " %s, layout %s, profile %s; %s"
            .formatted(plan.load().crew(), plan.layout(), plan.profile(), course);
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
            Mode.RAW_BATCHED, isOneTable ? 0.7 : 0.5,
            Mode.RAW, 1.0,
            Mode.TWO_PHASE, isOneTable ? 3.0 : 2.0);
    List<Target> targets = new ArrayList<>();
    for (Ratio<ModeSeries> ratio : ratios(points)) {
      Double limit = limits.get(ratio.over().mode());
      if (ratio.figure().equals(Figure.TX_PER_SECOND)
          && ratio.series().mode() == Mode.TX
          && limit != null) {
        String what = layout.name() + ", throughput of tx / " + ratio.over();
        targets.add(ratio.target(what, Bound.AT_LEAST, limit));
      }
    }
    return List.copyOf(targets);
  }

  @Override
  public List<Titled<?>> tables(Results<ModeSeries> results) {
    return List.of(TABLE.of("medians of the rounds", results.rows()));
  }

  @Override
  public List<String> sentences(Results<ModeSeries> results) {
    return results.rows().stream()
        .filter(row -> row.has(Figure.FAIRNESS))
        .map(ModesExperiment::processes)
        .toList();
  }

  private static String processes(Row<ModeSeries> row) {
    return "%s: CPU us by transaction: clients %s, servers %s; fairness of clients %s"
        .formatted(
            row.series(),
            row.text(Figure.CLIENT_CPU_MICROS_PER_TX, 0),
            row.text(Figure.SERVER_CPU_MICROS_PER_TX, 0),
            row.text(Figure.FAIRNESS, 3));
  }

  @Override
  public Map<String, String> notices() {
    return report.notices(plan.banner());
  }

  @Override
  public void addTo(Page page) {
    report.addTo(page);
  }
}
