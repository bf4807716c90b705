package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.micro.profile.WarmUp.Warming;
import java.util.List;
import java.util.Map;

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
}
