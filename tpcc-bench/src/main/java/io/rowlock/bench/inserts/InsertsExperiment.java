package io.rowlock.bench.inserts;

import io.rowlock.bench.inserts.Series.InsertMode;
import io.rowlock.bench.kit.Charts;
import io.rowlock.bench.kit.Experiment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Points.Ratio;
import io.rowlock.bench.kit.Results;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Table.Titled;
import io.rowlock.bench.kit.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.knowm.xchart.XYChart;

/** How inserts are judged and shown. */
record InsertsExperiment(InsertsPlan plan) implements Experiment<Series> {
  /** Inserts by transactions over those of a buffered mutator. */
  private static final double LEAST_OVER_BATCHED = 0.7;

  private static final Table<Row<Series>> TABLE =
      new Table<Row<Series>>()
          .column("series", -32, Row::series)
          .number("inserts/s", 10, 0, row -> row.median(Series.INSERTS_PER_SECOND))
          .number("p50 ms", 9, 2, row -> row.millis(Figure.P50_MICROS))
          .number("p95 ms", 9, 2, row -> row.millis(Figure.P95_MICROS))
          .number("p99 ms", 9, 2, row -> row.millis(Figure.P99_MICROS))
          .number("max ms", 9, 2, row -> row.millis(Figure.SLOWEST_MICROS))
          .number("RPCs", 7, 3, row -> row.median(Figure.RPCS_PER_TX))
          .column("CPU us", 8, row -> row.text(Figure.CLIENT_CPU_MICROS_PER_TX, 0))
          .column("servers", 8, row -> row.text(Figure.SERVER_CPU_MICROS_PER_TX, 0))
          .column("regions", 8, row -> row.count(Series.REGIONS_TOUCHED))
          .column("failed", 7, row -> row.count(Figure.FAILED));

  /**
   * Each series of transactions over plain HBase: inserts, and records visible on both clusters.
   */
  @Override
  public List<Ratio<Series>> ratios(Points<Series> points) {
    List<Ratio<Series>> ratios = new ArrayList<>(ratios(points, Series.INSERTS_PER_SECOND));
    if (plan.peer) {
      ratios.addAll(ratios(points, Series.VISIBLE_PER_SECOND));
    }
    return List.copyOf(ratios);
  }

  private static List<Ratio<Series>> ratios(Points<Series> points, Figure figure) {
    List<Ratio<Series>> ratios = new ArrayList<>();
    for (Series series : points.series()) {
      for (InsertMode over : List.of(InsertMode.RAW, InsertMode.RAW_BATCHED)) {
        if (series.mode().isTransactional()) {
          Series plain = new Series(series.servers(), series.ids(), over);
          Ratio.of(points, series, plain, figure).ifPresent(ratios::add);
        }
      }
    }
    return ratios;
  }

  /** The largest cluster is judged. */
  @Override
  public List<Target> targets(Points<Series> points) {
    int most = points.series().stream().mapToInt(Series::servers).max().orElse(0);
    return ratios(points).stream()
        .filter(ratio -> ratio.series().servers() == most)
        .filter(ratio -> ratio.series().mode() == InsertMode.TX)
        .filter(ratio -> ratio.over().mode() == InsertMode.RAW_BATCHED)
        .map(ratio -> ratio.atLeast(LEAST_OVER_BATCHED))
        .toList();
  }

  @Override
  public String title() {
    return "Inserts";
  }

  @Override
  public String question() {
    return "How many small records can many users insert, with plain HBase and with transactions?"
        + " %d users of a client, %d rounds of %d s"
            .formatted(plan.users, plan.windows.count(), plan.windows.timeSeconds());
  }

  @Override
  public List<Titled<?>> tables(Results<Series> results) {
    return List.of(TABLE.of("medians of the rounds", results.rows()));
  }

  @Override
  public List<String> sentences(Results<Series> results) {
    List<String> sentences = new ArrayList<>();
    results.rows().stream()
        .filter(row -> row.has(Series.VISIBLE_PER_SECOND))
        .forEach(row -> sentences.add(visible(row)));
    if (results.failedChecks().isEmpty()) {
      sentences.add("Rows read after every window: as many as were acknowledged, and all whole.");
    }
    return sentences;
  }

  private static String visible(Row<Series> row) {
    Spread visible = row.spread(Series.VISIBLE_PER_SECOND);
    return String.format(
        Locale.ROOT,
        "%s: %.0f records/s visible on both clusters (%.0f..%.0f)",
        row.series(),
        visible.median(),
        visible.min(),
        visible.max());
  }

  @Override
  public List<XYChart> charts(Results<Series> results) {
    return List.of(
        chart("Inserts per second", results, row -> row.spread(Series.INSERTS_PER_SECOND)),
        chart("Median latency, ms", results, row -> row.millisSpread(Figure.P50_MICROS)));
  }

  private static XYChart chart(
      String title, Results<Series> results, Function<Row<Series>, Spread> value) {
    return Charts.spreads(title, "servers, row keys", results.rows(), Series::place, value);
  }
}
