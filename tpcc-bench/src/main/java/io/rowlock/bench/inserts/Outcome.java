package io.rowlock.bench.inserts;

import static io.rowlock.bench.inserts.Series.INSERTS_PER_SECOND;

import io.rowlock.bench.inserts.Series.InsertMode;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.style.Styler.LegendPosition;

/** All results of a run: the content of {@code summary.json}. */
record Outcome(
    InsertsPlan configuration,
    List<Environment> environments,
    List<Row<Series>> rows,
    List<Ratio> ratios,
    List<Target> targets,
    List<String> failedChecks,
    Points<Series> points) {
  private static final double MICROS_PER_MILLI = 1_000;

  /** Inserts by transactions over those of a buffered mutator. */
  private static final double LEAST_OVER_BATCHED = 0.7;

  private static final Table<Row<Series>> TABLE =
      new Table<Row<Series>>()
          .column("series", -32, Row::series)
          .number("inserts/s", 10, 0, row -> row.median(INSERTS_PER_SECOND))
          .number("p50 ms", 9, 2, row -> millis(row, Figure.P50_MICROS))
          .number("p95 ms", 9, 2, row -> millis(row, Figure.P95_MICROS))
          .number("p99 ms", 9, 2, row -> millis(row, Figure.P99_MICROS))
          .number("max ms", 9, 2, row -> millis(row, Figure.SLOWEST_MICROS))
          .number("RPCs", 7, 3, row -> row.median(Figure.RPCS_PER_TX))
          .column("CPU us", 8, row -> rounded(row, Series.CLIENT_CPU_MICROS))
          .column("servers", 8, row -> rounded(row, Series.SERVER_CPU_MICROS))
          .column("regions", 8, row -> row.count(Series.REGIONS_TOUCHED))
          .column("failed", 7, row -> row.count(Figure.FAILED));

  /**
   * A mode over plain HBase, round by round.
   *
   * @param figure inserts per second, or records visible on both clusters per second
   */
  record Ratio(Series series, InsertMode over, Figure figure, Spread spread) {

    /** The ratios of each series that plain HBase ran too. */
    static List<Ratio> of(Points<Series> points, Figure figure) {
      List<Ratio> ratios = new ArrayList<>();
      for (Series series : points.series()) {
        for (InsertMode over : List.of(InsertMode.RAW, InsertMode.RAW_BATCHED)) {
          if (series.mode().isTransactional()) {
            points
                .ratio(series, new Series(series.servers(), series.ids(), over), figure)
                .map(spread -> new Ratio(series, over, figure, spread))
                .ifPresent(ratios::add);
          }
        }
      }
      return ratios;
    }

    boolean hasTarget(int servers) {
      return series.servers() == servers
          && series.mode() == InsertMode.TX
          && over == InsertMode.RAW_BATCHED;
    }

    Target target() {
      return new Target(toString(), spread.median(), Bound.AT_LEAST, LEAST_OVER_BATCHED);
    }

    @Override
    public String toString() {
      return "%s / %s: %s".formatted(series, over, figure.name());
    }
  }

  static Outcome of(
      InsertsPlan plan,
      List<Environment> environments,
      Points<Series> points,
      List<String> failedChecks) {
    List<Ratio> ratios = new ArrayList<>(Ratio.of(points, INSERTS_PER_SECOND));
    if (plan.peer) {
      ratios.addAll(Ratio.of(points, Series.VISIBLE_PER_SECOND));
    }
    int most = points.series().stream().mapToInt(Series::servers).max().orElse(0);
    return new Outcome(
        plan,
        List.copyOf(environments),
        points.rows(),
        List.copyOf(ratios),
        ratios.stream().filter(ratio -> ratio.hasTarget(most)).map(Ratio::target).toList(),
        List.copyOf(failedChecks),
        points);
  }

  /** The results as text: medians of the rounds. */
  void print(PrintWriter out) {
    TABLE.print("medians of the rounds", rows, out);
    out.println();
    ratios.forEach(ratio -> out.println(ratio + " " + ratio.spread().times()));
    rows.stream()
        .filter(row -> row.has(Series.VISIBLE_PER_SECOND))
        .forEach(row -> visible(row, out));
    targets.forEach(out::println);
    failedChecks.forEach(check -> out.println("A CHECK FAILED: " + check));
    if (failedChecks.isEmpty()) {
      out.println("Rows read after every window: as many as were acknowledged, and all whole.");
    }
  }

  private static void visible(Row<Series> row, PrintWriter out) {
    Spread visible = row.spread(Series.VISIBLE_PER_SECOND);
    out.printf(
        Locale.ROOT,
        "%s: %.0f records/s visible on both clusters (%.0f..%.0f)%n",
        row.series(),
        visible.median(),
        visible.min(),
        visible.max());
  }

  private static String rounded(Row<Series> row, Figure figure) {
    return row.has(figure) ? String.format(Locale.ROOT, "%.0f", row.median(figure)) : "-";
  }

  private static double millis(Row<Series> row, Figure micros) {
    return row.median(micros) / MICROS_PER_MILLI;
  }

  /** Inserts per second as bars: a group for ids and servers, a colour for each mode. */
  Sheet picture() {
    Sheet sheet = new Sheet(900, 480, 1);
    CategoryChart chart =
        sheet.bars(
            "Inserts of 400 bytes in 8 fields", "ids and region servers", "inserts per second");
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    Set<String> groups = new LinkedHashSet<>();
    Map<InsertMode, Map<String, Spread>> byMode = new LinkedHashMap<>();
    for (Row<Series> row : rows) {
      String group = row.series().ids() + ", " + row.series().servers();
      groups.add(group);
      byMode
          .computeIfAbsent(row.series().mode(), mode -> new LinkedHashMap<>())
          .put(group, row.spread(INSERTS_PER_SECOND));
    }
    byMode.forEach(
        (mode, spreads) -> {
          List<Spread> bars =
              groups.stream().map(g -> spreads.getOrDefault(g, new Spread(0, 0, 0))).toList();
          chart.addSeries(
              mode.label(),
              List.copyOf(groups),
              bars.stream().map(Spread::median).toList(),
              bars.stream().map(Sheet::whisker).toList());
        });
    return sheet;
  }
}
