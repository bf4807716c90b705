package io.rowlock.bench.micro.profile;

import static io.rowlock.bench.kit.Figure.CONFLICTS_PER_TX;
import static io.rowlock.bench.kit.Figure.P50_MICROS;
import static io.rowlock.bench.kit.Figure.P95_MICROS;
import static io.rowlock.bench.kit.Figure.P99_MICROS;
import static io.rowlock.bench.kit.Figure.TX_PER_SECOND;

import io.rowlock.bench.kit.Json;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.kit.Table;
import java.io.IOException;
import java.io.PrintWriter;

/** Writes the results for programs and for people. */
final class Reports {

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
    directory.stage("summary.json", Json.of(outcome));
    Sheet.stage(() -> Picture.of(outcome), "profile.png", directory, out);
    directory.publish(out);
  }
}
