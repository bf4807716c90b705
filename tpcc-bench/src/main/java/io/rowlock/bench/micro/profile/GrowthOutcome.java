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
          .column("series", -34, Row::series)
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
    for (Profile profile : plan.profiles) {
      plan.modes.stream()
          .filter(Mode.OWN::contains)
          .forEach(mode -> targets.addAll(targets(of(profile, mode, rows))));
    }
    return new GrowthOutcome(plan, List.copyOf(environments), rows, targets, disagreements, points);
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

  void write(ResultDirectory directory, PrintWriter out) throws IOException {
    TABLE.print("medians of the rounds", rows, out);
    out.println();
    targets.forEach(out::println);
    directory.stageJson("summary.json", this);
    Sheet.stage(this::picture, "growth.png", directory, out);
    directory.publish(out);
  }

  private Sheet picture() {
    Sheet sheet = new Sheet(640, 480, 2);
    Charts charts =
        new Charts(
            chart(sheet, "Transactions per second"),
            chart(sheet, "Latency, ms"),
            chart(sheet, "Processor time of a transaction, ms"),
            chart(sheet, "Of a hundred transactions"));
    for (Profile profile : configuration.profiles) {
      for (Mode mode : configuration.modes) {
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
      line(latency, name + ", p50", rows, row -> row.median(Figure.P50_MICROS) / MILLI);
      line(processors, name + ", clients", rows, row -> cpu(row, Series.CPU_MICROS_PER_TX));
      line(processors, name + ", servers", rows, row -> cpu(row, Series.SERVER_CPU_MICROS_PER_TX));
      if (Mode.OWN.contains(mode)) {
        double flat = first.median(Figure.P50_MICROS) / MILLI;
        line(throughput, name + ", in proportion", rows, row -> each * row.series().servers());
        line(latency, name + ", p50 if flat", rows, row -> flat);
        line(latency, name + ", p99", rows, row -> row.median(Figure.P99_MICROS) / MILLI);
        line(trouble, name + ", conflicts", rows, row -> percent(row, Figure.CONFLICTS_PER_TX));
        line(trouble, name + ", failures", rows, row -> percent(row, Series.FAILED_PER_TX));
      }
    }

    private static double cpu(Row<GrowthSeries> row, Figure micros) {
      return row.median(micros) / MILLI;
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
