package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.Styler.LegendPosition;

/** All results of a run: the content of {@code summary.json}. */
record GrowthOutcome(
    GrowthPlan configuration,
    List<Environment> environments,
    List<Row<GrowthSeries>> rows,
    List<Target> targets,
    List<String> disagreements,
    Points<GrowthSeries> points) {
  private static final double MILLI = 1000;
  private static final double PERCENT = 100;

  /** Of what would be in proportion to the servers. */
  private static final double LEAST_THROUGHPUT = 0.875;

  private static final double MOST_LATENCY = 1.2;
  private static final double MOST_FAILURES = 0.0001;

  private static final Table<Row<GrowthSeries>> TABLE =
      new Table<Row<GrowthSeries>>()
          .column("series", -24, Row::series)
          .number("tx/s", 8, 1, row -> row.median(Figure.TX_PER_SECOND))
          .number("p50 ms", 8, 2, row -> row.median(Figure.P50_MICROS) / MILLI)
          .number("p99 ms", 8, 2, row -> row.median(Figure.P99_MICROS) / MILLI)
          .number("conflicts", 10, 6, row -> row.median(Figure.CONFLICTS_PER_TX))
          .number("failed", 8, 6, row -> row.median(Series.FAILED_PER_TX))
          .number("RPCs", 6, 2, row -> row.median(Series.RPCS_FOREGROUND_PER_TX))
          .number("CPU us: clients", 15, 0, row -> row.median(Series.CPU_MICROS_PER_TX))
          .number("servers", 8, 0, row -> row.median(Series.SERVER_CPU_MICROS_PER_TX));

  static GrowthOutcome of(
      GrowthPlan plan,
      List<Environment> environments,
      Points<GrowthSeries> points,
      List<String> disagreements) {
    List<Row<GrowthSeries>> rows = points.rows();
    List<Target> targets = new ArrayList<>();
    plan.profiles.forEach(profile -> targets.addAll(targets(of(profile, rows))));
    return new GrowthOutcome(plan, List.copyOf(environments), rows, targets, disagreements, points);
  }

  /** The rows of a profile, the smallest cluster first. */
  private static List<Row<GrowthSeries>> of(Profile profile, List<Row<GrowthSeries>> rows) {
    return rows.stream()
        .filter(row -> row.series().profile() == profile)
        .sorted(Comparator.comparing(row -> row.series().servers()))
        .toList();
  }

  /** Compares the largest cluster with one server, if both were measured. */
  private static List<Target> targets(List<Row<GrowthSeries>> rows) {
    Row<GrowthSeries> first = rows.get(0);
    Row<GrowthSeries> last = rows.get(rows.size() - 1);
    int servers = last.series().servers();
    if (servers == 1 || first.series().servers() != 1) {
      return List.of();
    }
    return List.of(
        new Target(
            last.series() + ", throughput over 1 server",
            over(last, first, Figure.TX_PER_SECOND),
            Bound.AT_LEAST,
            LEAST_THROUGHPUT * servers),
        new Target(
            last.series() + ", p50 over 1 server",
            over(last, first, Figure.P50_MICROS),
            Bound.AT_MOST,
            MOST_LATENCY),
        new Target(
            last.series() + ", failed after all retries",
            last.median(Series.FAILED_PER_TX),
            Bound.AT_MOST,
            MOST_FAILURES));
  }

  private static double over(Row<GrowthSeries> one, Row<GrowthSeries> other, Figure figure) {
    return one.median(figure) / other.median(figure);
  }

  void write(ResultDirectory directory, PrintWriter out) throws IOException {
    TABLE.print("medians of the rounds", rows, out);
    out.println();
    targets.forEach(out::println);
    directory.stageJson("summary.json", this);
    Sheet.stage(this::picture, "growth.png", directory, out);
    directory.publish(out);
  }

  private Sheet picture() {
    Sheet sheet = new Sheet(640, 400, 3);
    XYChart throughput = chart(sheet, "Transactions per second");
    XYChart latency = chart(sheet, "Latency, ms");
    XYChart trouble = chart(sheet, "Of a hundred transactions");
    for (Profile profile : configuration.profiles) {
      List<Row<GrowthSeries>> ofProfile = of(profile, rows);
      add(throughput, profile.label(), ofProfile, row -> row.median(Figure.TX_PER_SECOND));
      Row<GrowthSeries> first = ofProfile.get(0);
      double each = first.median(Figure.TX_PER_SECOND) / first.series().servers();
      add(throughput, profile + ", in proportion", ofProfile, row -> each * row.series().servers());
      add(latency, profile + ", p50", ofProfile, row -> row.median(Figure.P50_MICROS) / MILLI);
      add(latency, profile + ", p99", ofProfile, row -> row.median(Figure.P99_MICROS) / MILLI);
      double flat = first.median(Figure.P50_MICROS) / MILLI;
      add(latency, profile + ", p50 if flat", ofProfile, row -> flat);
      add(
          trouble,
          profile + ", conflicts",
          ofProfile,
          row -> PERCENT * row.median(Figure.CONFLICTS_PER_TX));
      add(
          trouble,
          profile + ", failures",
          ofProfile,
          row -> PERCENT * row.median(Series.FAILED_PER_TX));
    }
    add(
        trouble,
        "goal, at most",
        of(configuration.profiles.get(0), rows),
        row -> PERCENT * MOST_FAILURES);
    return sheet;
  }

  private static XYChart chart(Sheet sheet, String title) {
    XYChart chart = sheet.lines(title, "region servers, with clients in proportion", "");
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setYAxisMin(0.0);
    return chart;
  }

  private static void add(
      XYChart chart,
      String name,
      List<Row<GrowthSeries>> rows,
      ToDoubleFunction<Row<GrowthSeries>> value) {
    var unused =
        chart.addSeries(
            name,
            rows.stream().map(row -> (double) row.series().servers()).toList(),
            rows.stream().map(value::applyAsDouble).toList());
  }
}
