package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Experiment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Results;
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
  public List<Target> targets(Points<GrowthSeries> points) {
    List<Target> targets = new ArrayList<>();
    for (Profile profile : plan.profiles) {
      plan.modes.stream()
          .filter(Mode.OWN::contains)
          .forEach(mode -> targets.addAll(targets(of(profile, mode, points.rows()))));
    }
    return targets;
  }

  /** The rows of a profile and mode, the smallest cluster first. */
  private static List<Row<GrowthSeries>> of(
      Profile profile, Mode mode, List<Row<GrowthSeries>> rows) {
    return rows.stream()
        .filter(row -> row.series().profile() == profile && row.series().mode() == mode)
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

  @Override
  public void print(Results<GrowthSeries> results, PrintWriter out) {
    TABLE.print("medians of the rounds", results.rows(), out);
  }

  @Override
  public void stage(Results<GrowthSeries> results, ResultDirectory directory, PrintWriter out)
      throws IOException {
    Sheet.stage(() -> picture(results.rows()), "growth.png", directory, out);
  }

  private Sheet picture(List<Row<GrowthSeries>> rows) {
    Sheet sheet = new Sheet(640, 480, 2);
    Charts charts =
        new Charts(
            chart(sheet, "Transactions per second"),
            chart(sheet, "Latency, ms"),
            chart(sheet, "Processor time of a transaction, ms"),
            chart(sheet, "Of a hundred transactions"));
    for (Profile profile : plan.profiles) {
      for (Mode mode : plan.modes) {
        charts.add(profile + ", " + mode, mode, of(profile, mode, rows));
      }
    }
    return sheet;
  }

  private static XYChart chart(Sheet sheet, String title) {
    XYChart chart = sheet.lines(title, "region servers, with clients in proportion", "");
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setYAxisMin(0.0);
    return chart;
  }

  /** The charts of the picture, over the number of servers. */
  private record Charts(XYChart throughput, XYChart latency, XYChart processors, XYChart trouble) {

    void add(String name, Mode mode, List<Row<GrowthSeries>> rows) {
      Row<GrowthSeries> first = rows.get(0);
      double each = first.median(Figure.TX_PER_SECOND) / first.series().servers();
      line(throughput, name, rows, row -> row.median(Figure.TX_PER_SECOND));
      line(latency, name + ", p50", rows, row -> row.millis(Figure.P50_MICROS));
      line(
          processors, name + ", clients", rows, row -> row.millis(Figure.CLIENT_CPU_MICROS_PER_TX));
      line(
          processors, name + ", servers", rows, row -> row.millis(Figure.SERVER_CPU_MICROS_PER_TX));
      if (Mode.OWN.contains(mode)) {
        double flat = first.millis(Figure.P50_MICROS);
        line(throughput, name + ", in proportion", rows, row -> each * row.series().servers());
        line(latency, name + ", p50 if flat", rows, row -> flat);
        line(latency, name + ", p99", rows, row -> row.millis(Figure.P99_MICROS));
        line(trouble, name + ", conflicts", rows, row -> percent(row, Figure.CONFLICTS_PER_TX));
        line(trouble, name + ", failures", rows, row -> percent(row, Series.FAILED_PER_TX));
      }
    }

    private static double percent(Row<GrowthSeries> row, Figure share) {
      return PERCENT * row.median(share);
    }

    private static void line(
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
}
