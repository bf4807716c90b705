package io.rowlock.bench.micro.profile;

import static io.rowlock.bench.kit.Figure.CONFLICTS_PER_TX;
import static io.rowlock.bench.kit.Figure.P50_MICROS;
import static io.rowlock.bench.kit.Figure.P95_MICROS;
import static io.rowlock.bench.kit.Figure.P99_MICROS;
import static io.rowlock.bench.kit.Figure.TX_PER_SECOND;

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
import io.rowlock.bench.micro.profile.WarmUp.Warming;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a run found out; {@code summary.json} is this.
 *
 * @param settings of the modes that have some worth knowing
 * @param warmUp whether figures are of a warm JVM
 * @param disagreements where the library's own counters and what was counted outside differ
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

  static Outcome of(
      Plan plan,
      Environment environment,
      Map<String, String> settings,
      List<Warming> warmUp,
      Points<Series> points,
      List<String> disagreements) {
    List<Row<Series>> rows = points.rows();
    List<Ratio> ratios = Ratio.of(points);
    return new Outcome(
        plan,
        environment,
        settings,
        warmUp,
        rows,
        ratios,
        Targets.judge(plan, rows, ratios),
        disagreements,
        points);
  }

  /** Rowlock's transactions against another mode, round by round. */
  record Ratio(Profile profile, int threads, Mode over, Spread txPerSecond, Spread p50Micros) {

    /** For every profile and thread count, where both sides were measured. */
    static List<Ratio> of(Points<Series> points) {
      List<Ratio> ratios = new ArrayList<>();
      for (Series series : points.series()) {
        if (series.mode() == Mode.TX) {
          Arrays.stream(Mode.values())
              .filter(over -> over != Mode.TX)
              .forEach(over -> add(ratios, series, over, points));
        }
      }
      return List.copyOf(ratios);
    }

    private static void add(List<Ratio> ratios, Series series, Mode over, Points<Series> points) {
      Series other = series.in(over);
      Optional<Spread> throughput = points.ratio(series, other, Figure.TX_PER_SECOND);
      Optional<Spread> latency = points.ratio(series, other, Figure.P50_MICROS);
      if (throughput.isPresent() && latency.isPresent()) {
        ratios.add(
            new Ratio(series.profile(), series.threads(), over, throughput.get(), latency.get()));
      }
    }
  }

  /** Writes the results for programs and for people. */
  static final class Reports {

    /** {@code points.csv}: one line for every point and round. */
    static final Table<Point<Series>> POINTS =
        new Table<Point<Series>>()
            .column("profile", point -> point.series().profile())
            .column("mode", point -> point.series().mode())
            .column("threads", point -> point.series().threads())
            .column("round", Point::round)
            .number("tx_per_s", 2, point -> point.get(TX_PER_SECOND))
            .number("p50_us", 1, point -> point.get(P50_MICROS))
            .number("p95_us", 1, point -> point.get(P95_MICROS))
            .number("p99_us", 1, point -> point.get(P99_MICROS))
            .number("conflicts_per_tx", 5, point -> point.get(CONFLICTS_PER_TX))
            .number("failed_per_tx", 5, point -> point.get(Series.FAILED_PER_TX))
            .number("rpcs_foreground_per_tx", 4, point -> point.get(Series.RPCS_FOREGROUND_PER_TX))
            .number("rpcs_background_per_tx", 4, point -> point.get(Series.RPCS_BACKGROUND_PER_TX));

    private Reports() {}

    static void write(Outcome outcome, ResultDirectory directory, PrintWriter out)
        throws IOException {
      new TextReport(out).print(outcome);
      directory.stage("points.csv", POINTS.csv(outcome.points().all()));
      directory.stageJson("summary.json", outcome);
      Sheet.stage(() -> Picture.of(outcome), "profile.png", directory, out);
      directory.publish(out);
    }
  }
}
