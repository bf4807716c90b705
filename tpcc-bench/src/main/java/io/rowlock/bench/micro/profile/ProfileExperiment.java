package io.rowlock.bench.micro.profile;

import static io.rowlock.bench.kit.Figure.P50_MICROS;
import static io.rowlock.bench.kit.Figure.TX_PER_SECOND;

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
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.knowm.xchart.XYChart;

/** How a profile is judged and shown. */
record ProfileExperiment(Plan plan) implements Experiment<Series> {
  private static final Table<Row<Series>> TABLE =
      new Table<Row<Series>>()
          .column("series", -24, row -> row.series().mode())
          .number("tx/s", 9, 1, row -> row.median(Figure.TX_PER_SECOND))
          .number("p50 us", 9, 0, row -> row.median(Figure.P50_MICROS))
          .number("p95 us", 9, 0, row -> row.median(Figure.P95_MICROS))
          .number("p99 us", 9, 0, row -> row.median(Figure.P99_MICROS))
          .number("conflicts", 10, 4, row -> row.median(Figure.CONFLICTS_PER_TX))
          .number("failed", 9, 4, row -> row.median(Series.FAILED_PER_TX))
          .number("RPCs fg", 8, 2, row -> row.median(Series.RPCS_FOREGROUND_PER_TX))
          .number("RPCs bg", 8, 2, row -> row.median(Series.RPCS_BACKGROUND_PER_TX))
          .number("looks/s", 8, 1, row -> row.median(Series.LOOKS_PER_SECOND))
          .number("CPU us", 8, 0, row -> row.median(Figure.CLIENT_CPU_MICROS_PER_TX))
          .column("servers", 8, row -> row.text(Figure.SERVER_CPU_MICROS_PER_TX, 0));

  @Override
  public String title() {
    return "Small transactions";
  }

  @Override
  public String question() {
    return "How fast are small transactions with Rowlock, beside the same reads and writes in other"
        + " modes? "
        + plan.toString().replace(System.lineSeparator(), "; ");
  }

  /** Rowlock's transactions against all other modes, for every profile and thread count. */
  @Override
  public List<Ratio<Series>> ratios(Points<Series> points) {
    List<Ratio<Series>> ratios = new ArrayList<>();
    for (Series tx : points.series()) {
      for (Mode over : Mode.OWN.contains(tx.mode()) ? Mode.OTHERS : List.<Mode>of()) {
        Series other = new Series(tx.profile(), over, tx.threads());
        Ratio.of(points, tx, other, Figure.TX_PER_SECOND).ifPresent(ratios::add);
        Ratio.of(points, tx, other, Figure.P50_MICROS).ifPresent(ratios::add);
      }
    }
    return List.copyOf(ratios);
  }

  @Override
  public List<Target> targets(Points<Series> points) {
    return Goals.judge(plan, points, ratios(points));
  }

  @Override
  public List<Titled<?>> tables(Results<Series> results) {
    List<Titled<?>> tables = new ArrayList<>();
    results.rows().stream()
        .collect(
            Collectors.groupingBy(
                row -> row.series().group(), LinkedHashMap::new, Collectors.toList()))
        .forEach((group, rows) -> tables.add(TABLE.of(group, rows)));
    return tables;
  }

  @Override
  public void stage(Results<Series> results, ResultDirectory directory, PrintWriter out)
      throws IOException {
    Pictures.stage(() -> Pictures.png(charts(results)), "profile.png", directory, out);
  }

  /** Two charts for every profile. */
  @Override
  public List<XYChart> charts(Results<Series> results) {
    List<XYChart> charts = new ArrayList<>();
    for (Profile profile : plan.profiles) {
      List<Row<Series>> rows =
          results.rows().stream().filter(row -> row.series().profile() == profile).toList();
      if (!rows.isEmpty()) {
        charts.add(
            chart(profile + ": transactions per second", rows, row -> row.spread(TX_PER_SECOND)));
        charts.add(
            chart(profile + ": median latency, ms", rows, row -> row.millisSpread(P50_MICROS)));
      }
    }
    return charts;
  }

  private static XYChart chart(
      String title, List<Row<Series>> rows, Function<Row<Series>, Spread> value) {
    return Charts.spreads(
        title, "threads", rows, series -> Integer.toString(series.threads()), value);
  }
}
