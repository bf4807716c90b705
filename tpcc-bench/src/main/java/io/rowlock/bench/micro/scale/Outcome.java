package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.micro.scale.LockSizes.LockSize;
import java.util.List;
import java.util.Objects;

/** All that a run found out; {@code summary.json} is this. */
record Outcome(
    ScalePlan configuration,
    Environment environment,
    List<Row<Subject>> rows,
    List<LockSize> locks,
    List<Finding> findings,
    Points<Subject> points) {

  List<Target> targets() {
    return findings.stream().map(Finding::target).filter(Objects::nonNull).toList();
  }
}
