package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Charts;
import io.rowlock.bench.kit.Experiment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Pictures;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Points.Ratio;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Results;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Table.Titled;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.knowm.xchart.XYChart;

/** How a growing cluster is judged and shown. */
record GrowthExperiment(GrowthPlan plan) implements Experiment<GrowthSeries> {
  private static final double PERCENT = 100;

  /** Of what would be in proportion to the servers. */
  private static final double LEAST_THROUGHPUT = 0.875;

  private static final double MOST_LATENCY = 1.2;
  private static final double MOST_FAILURES = 0.0001;

  private static final Table<Row<GrowthSeries>> TABLE =
      new Table<Row<GrowthSeries>>()
          .column("series", -34, Row::series)
          .number("tx/s", 8, 1, row -> row.median(Figure.TX_PER_SECOND))
          .number("p50 ms", 8, 2, row -> row.millis(Figure.P50_MICROS))
          .number("p99 ms", 8, 2, row -> row.millis(Figure.P99_MICROS))
          .number("conflicts", 10, 6, row -> row.median(Figure.CONFLICTS_PER_TX))
          .number("failed", 8, 6, row -> row.median(Series.FAILED_PER_TX))
          .number("RPCs", 6, 2, row -> row.median(Series.RPCS_FOREGROUND_PER_TX))
          .number("CPU us: clients", 15, 0, row -> row.median(Figure.CLIENT_CPU_MICROS_PER_TX))
          .number("servers", 8, 0, row -> row.median(Figure.SERVER_CPU_MICROS_PER_TX));

  @Override
  public String title() {
    return "A growing cluster";
  }

  @Override
  public String question() {
    return "Does the throughput of transactions grow with region servers and clients, at the same"
        + " latency? %s region servers, profiles %s, modes %s, %d rounds of %d s"
            .formatted(
                plan.servers,
                plan.profiles,
                plan.modes,
                plan.rounds.count(),
                plan.rounds.timeSeconds());
  }

  /** Names the series, because each ratio compares a mode with itself. */
  @Override
  public String answer(Results<GrowthSeries> results) {
    return results.ratios().stream()
        .filter(ratio -> ratio.figure().equals(Figure.TX_PER_SECOND))
        .map(ratio -> "%s: %s one server".formatted(ratio.series(), ratio.spread().times()))
        .collect(Collectors.joining("; ", "Throughput: ", ". " + results.goals()));
  }

  /** The largest cluster over one server, if both were measured; rounds are paired by number. */
  @Override
  public List<Ratio<GrowthSeries>> ratios(Points<GrowthSeries> points) {
    int most = points.series().stream().mapToInt(GrowthSeries::servers).max().orElse(1);
    List<Ratio<GrowthSeries>> ratios = new ArrayList<>();
    for (GrowthSeries one : most == 1 ? List.<GrowthSeries>of() : points.series()) {
      if (one.servers() == 1) {
        GrowthSeries last = new GrowthSeries(most, one.profile(), one.mode());
        Ratio.of(points, last, one, Figure.TX_PER_SECOND).ifPresent(ratios::add);
        Ratio.of(points, last, one, Figure.P50_MICROS).ifPresent(ratios::add);
      }
    }
    return List.copyOf(ratios);
  }

  @Override
  public List<Target> targets(Points<GrowthSeries> points) {
    List<Target> targets = new ArrayList<>();
    for (Ratio<GrowthSeries> ratio : ratios(points)) {
      if (Mode.OWN.contains(ratio.series().mode())) {
        targets.add(target(ratio));
        if (ratio.figure().equals(Figure.P50_MICROS)) {
          targets.add(failures(ratio.series(), points));
        }
      }
    }
    return targets;
  }

  private static Target target(Ratio<GrowthSeries> ratio) {
    int servers = ratio.series().servers();
    return ratio.figure().equals(Figure.TX_PER_SECOND)
        ? ratio.target(
            ratio.series() + ", throughput over 1 server",
            Bound.AT_LEAST,
            LEAST_THROUGHPUT * servers)
        : ratio.target(ratio.series() + ", p50 over 1 server", Bound.AT_MOST, MOST_LATENCY);
  }

  private static Target failures(GrowthSeries series, Points<GrowthSeries> points) {
    double failed = points.spread(series, Series.FAILED_PER_TX).orElseThrow().median();
    return new Target(series + ", failed after all retries", failed, Bound.AT_MOST, MOST_FAILURES);
  }

  @Override
  public List<Titled<?>> tables(Results<GrowthSeries> results) {
    return List.of(TABLE.of("medians of the rounds", results.rows()));
  }

  @Override
  public void stage(Results<GrowthSeries> results, ResultDirectory directory, PrintWriter out)
      throws IOException {
    Pictures.stage(() -> Pictures.png(charts(results)), "growth.png", directory, out);
  }

  @Override
  public List<XYChart> charts(Results<GrowthSeries> results) {
    return plan.profiles.stream()
        .map(
            profile ->
                results.rows().stream().filter(row -> row.series().profile() == profile).toList())
        .filter(rows -> !rows.isEmpty())
        .flatMap(rows -> charts(rows.get(0).series().profile() + ": ", rows))
        .toList();
  }

  /** Dashes show what belongs to the figure: what would be in proportion, the tail, the servers. */
  private Stream<XYChart> charts(String profile, List<Row<GrowthSeries>> rows) {
    boolean hasTrouble =
        rows.stream().anyMatch(row -> row.spread(Figure.CONFLICTS_PER_TX).max() > 0);
    return Stream.of(
            chart(
                profile + "transactions per second",
                rows,
                row -> row.spread(Figure.TX_PER_SECOND),
                ", in proportion",
                row -> inProportion(row, rows)),
            chart(
                profile + "median latency, ms",
                rows,
                row -> row.millisSpread(Figure.P50_MICROS),
                ", p99",
                row -> row.millis(Figure.P99_MICROS)),
            chart(
                profile + "processor time of clients for a transaction, ms",
                rows,
                row -> row.millisSpread(Figure.CLIENT_CPU_MICROS_PER_TX),
                ", servers",
                row -> row.millis(Figure.SERVER_CPU_MICROS_PER_TX)),
            chart(
                profile + "conflicts of a hundred transactions",
                rows,
                row -> row.spread(Figure.CONFLICTS_PER_TX).in(1 / PERCENT),
                ", failures",
                row -> PERCENT * row.median(Series.FAILED_PER_TX)))
        .limit(hasTrouble ? 4 : 3);
  }

  private static double inProportion(Row<GrowthSeries> row, List<Row<GrowthSeries>> rows) {
    Row<GrowthSeries> first =
        rows.stream()
            .filter(one -> one.series().mode() == row.series().mode())
            .findFirst()
            .orElseThrow();
    double each = first.median(Figure.TX_PER_SECOND) / first.series().servers();
    return each * row.series().servers();
  }

  private XYChart chart(
      String title,
      List<Row<GrowthSeries>> rows,
      Function<Row<GrowthSeries>, Spread> value,
      String dashes,
      ToDoubleFunction<Row<GrowthSeries>> dashed) {
    List<Integer> servers = rows.stream().map(row -> row.series().servers()).distinct().toList();
    XYChart chart =
        Charts.spreads(
            title,
            "region servers, with clients in proportion",
            rows,
            series -> Integer.toString(series.servers()),
            value);
    for (Mode mode : plan.modes) {
      List<Row<GrowthSeries>> own =
          rows.stream().filter(row -> row.series().mode() == mode).toList();
      List<Double> x =
          own.stream().map(row -> (double) servers.indexOf(row.series().servers())).toList();
      if (!own.isEmpty()) {
        Charts.dashes(chart, mode + dashes, x, own.stream().map(dashed::applyAsDouble).toList());
      }
    }
    return chart;
  }
}
