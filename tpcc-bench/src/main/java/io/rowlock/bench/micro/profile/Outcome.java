package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.micro.profile.Schedule.Warming;
import java.awt.Color;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * All results of a run: the content of {@code summary.json}. Disagreements are between the
 * library's own counters and what was counted outside.
 */
record Outcome(
    Plan configuration,
    Environment environment,
    Map<String, String> settings,
    List<Warming> warmUp,
    List<Row<Series>> rows,
    List<Ratio> ratios,
    List<Target> targets,
    List<String> disagreements,
    Points<Series> points) {
  private static final double MILLI = 1000;

  /** The same in every picture: greys for plain HBase; the colour-blind can tell them apart. */
  private static final Map<Mode, Color> COLOURS =
      Map.of(
          Mode.RAW, new Color(0x999999),
          Mode.RAW_BATCHED, new Color(0x555555),
          Mode.TX, new Color(0x0072B2),
          Mode.TX_BATCHED, new Color(0x56B4E9),
          Mode.HAEINSA, new Color(0xE69F00),
          Mode.OMID, new Color(0x009E73),
          Mode.OMID_LOW_LATENCY, new Color(0xCC79A7));

  /** {@code points.csv}: one line for every point and round. */
  static final Table<Point<Series>> POINTS =
      new Table<Point<Series>>()
          .column("profile", point -> point.series().profile())
          .column("mode", point -> point.series().mode())
          .column("threads", point -> point.series().threads())
          .column("round", Point::round)
          .number("tx_per_s", 2, point -> point.get(Figure.TX_PER_SECOND))
          .number("p50_us", 1, point -> point.get(Figure.P50_MICROS))
          .number("p95_us", 1, point -> point.get(Figure.P95_MICROS))
          .number("p99_us", 1, point -> point.get(Figure.P99_MICROS))
          .number("conflicts_per_tx", 5, point -> point.get(Figure.CONFLICTS_PER_TX))
          .number("failed_per_tx", 5, point -> point.get(Series.FAILED_PER_TX))
          .number("rpcs_foreground_per_tx", 4, point -> point.get(Series.RPCS_FOREGROUND_PER_TX))
          .number("rpcs_background_per_tx", 4, point -> point.get(Series.RPCS_BACKGROUND_PER_TX))
          .number("cpu_us_per_tx", 1, point -> point.get(Series.CPU_MICROS_PER_TX))
          .column("server_cpu_us_per_tx", Outcome::serverCpu)
          .number("looks_per_s", 2, point -> point.get(Series.LOOKS_PER_SECOND));

  static Outcome of(
      Plan plan,
      Environment environment,
      Map<String, String> settings,
      List<Warming> warmUp,
      Points<Series> points,
      List<String> disagreements) {
    List<Row<Series>> rows = points.rows();
    List<Ratio> ratios = Ratio.of(points);
    List<Target> targets = Targets.judge(plan, rows, ratios);
    return new Outcome(
        plan, environment, settings, warmUp, rows, ratios, targets, disagreements, points);
  }

  private static String serverCpu(Point<Series> point) {
    return point.figures().get(Series.SERVER_CPU_MICROS_PER_TX) instanceof Number micros
        ? String.format(Locale.ROOT, "%.1f", micros.doubleValue())
        : "";
  }

  /** Rowlock's transactions against another mode, round by round. */
  record Ratio(
      Profile profile, int threads, Mode mode, Mode over, Spread txPerSecond, Spread p50Micros) {
    /** For every profile and thread count, where both sides were measured. */
    static List<Ratio> of(Points<Series> points) {
      List<Ratio> ratios = new ArrayList<>();
      for (Series tx : points.series()) {
        for (Mode over : Mode.OWN.contains(tx.mode()) ? Mode.OTHERS : List.<Mode>of()) {
          Series other = new Series(tx.profile(), over, tx.threads());
          points
              .ratio(tx, other, Figure.TX_PER_SECOND)
              .ifPresent(
                  throughput ->
                      ratios.add(
                          new Ratio(
                              tx.profile(),
                              tx.threads(),
                              tx.mode(),
                              over,
                              throughput,
                              points.ratio(tx, other, Figure.P50_MICROS).orElseThrow())));
        }
      }
      return List.copyOf(ratios);
    }
  }

  /** Writes the files and prints the text. */
  void write(ResultDirectory directory, PrintWriter out) throws IOException {
    new TextReport(out).print(this);
    directory.stage("points.csv", POINTS.csv(points.all()));
    directory.stageJson("summary.json", this);
    Sheet.stage(this::picture, "profile.png", directory, out);
    directory.publish(out);
  }

  /** One line of charts for every profile: medians of the rounds, with half their range. */
  private Sheet picture() {
    Sheet sheet = new Sheet(640, 400, 2);
    for (Profile profile : configuration.profiles) {
      CategoryChart throughput = chart(sheet, profile + ": transactions per second");
      CategoryChart latency = chart(sheet, profile + ": median latency, ms");
      for (Mode mode : configuration.modes) {
        List<Row<Series>> bars =
            rows.stream()
                .filter(row -> row.series().profile() == profile && row.series().mode() == mode)
                .toList();
        addBars(throughput, mode, bars, Figure.TX_PER_SECOND, 1);
        addBars(latency, mode, bars, Figure.P50_MICROS, MILLI);
      }
    }
    return sheet;
  }

  private static CategoryChart chart(Sheet sheet, String title) {
    CategoryChart chart =
        sheet.bars(title, "threads (bars: median of rounds, whiskers: +- half their range)", "");
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
    chart.getStyler().setYAxisMin(0.0);
    return chart;
  }

  private static void addBars(
      CategoryChart chart, Mode mode, List<Row<Series>> bars, Figure figure, double unit) {
    List<Spread> spreads = bars.stream().map(row -> row.spread(figure)).toList();
    chart
        .addSeries(
            mode.label(),
            bars.stream().map(row -> Integer.toString(row.series().threads())).toList(),
            spreads.stream().map(spread -> spread.median() / unit).toList(),
            spreads.stream().map(spread -> Sheet.whisker(spread) / unit).toList())
        .setFillColor(COLOURS.get(mode));
  }
}
