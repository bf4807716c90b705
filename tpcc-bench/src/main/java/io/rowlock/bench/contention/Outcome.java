package io.rowlock.bench.contention;

import io.rowlock.bench.measure.Environment;
import io.rowlock.bench.measure.Target;
import io.rowlock.bench.measure.Target.Bound;
import java.util.ArrayList;
import java.util.List;

/** All that a run found out; {@code summary.json} is this. */
record Outcome(
    ContentionPlan configuration,
    Environment environment,
    List<Row> rows,
    List<Ratio> ratios,
    List<Target> targets,
    List<String> failedChecks,
    List<Point> points) {

  private static final double LEAST_GOODPUT = 0.5;

  static Outcome of(
      ContentionPlan plan, Environment environment, List<Point> points, List<String> failedChecks) {
    List<Row> rows = Row.of(points);
    List<Ratio> ratios = Ratio.of(points);
    return new Outcome(
        plan, environment, rows, ratios, targets(rows, ratios), failedChecks, points);
  }

  static List<Target> targets(List<Row> rows, List<Ratio> ratios) {
    List<Target> targets = new ArrayList<>();
    for (Ratio ratio : ratios) {
      String what = ratio.kind() + ", goodput of " + ratio.threads() + " threads over one";
      targets.add(new Target(what, ratio.txPerSecond().median(), Bound.AT_LEAST, LEAST_GOODPUT));
    }
    for (Row row : rows) {
      targets.add(new Target(row.series() + ", failures", row.failed(), Bound.AT_MOST, 0));
      if (row.series().kind() == Kind.AUDITS) {
        targets.add(new Target("audits in any second", row.fewestPerSecond(), Bound.AT_LEAST, 1));
      }
    }
    return List.copyOf(targets);
  }
}
