package io.rowlock.bench.inserts;

import io.rowlock.bench.measure.Environment;
import java.util.List;

/** All that a run found out; {@code summary.json} is this. */
record Outcome(
    InsertsPlan configuration,
    List<Environment> environments,
    List<Row> rows,
    List<Ratio> ratios,
    List<String> failedChecks,
    List<Point> points) {

  static Outcome of(
      InsertsPlan plan,
      List<Environment> environments,
      List<Point> points,
      List<String> failedChecks) {
    return new Outcome(
        plan,
        List.copyOf(environments),
        Row.of(points),
        Ratio.of(points),
        List.copyOf(failedChecks),
        List.copyOf(points));
  }
}
