package io.rowlock.bench.scale;

import io.rowlock.bench.measure.Environment;
import io.rowlock.bench.measure.Target;
import java.util.List;
import java.util.Objects;

/** All that a run found out; {@code summary.json} is this. */
record Outcome(
    ScalePlan configuration,
    Environment environment,
    List<Row> rows,
    List<LockSize> locks,
    List<Finding> findings,
    List<Point> points) {

  List<Target> targets() {
    return findings.stream().map(Finding::target).filter(Objects::nonNull).toList();
  }
}
