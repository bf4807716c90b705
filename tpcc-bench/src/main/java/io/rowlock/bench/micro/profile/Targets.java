package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The figures Rowlock is meant to reach, as far as this run has measured them. */
final class Targets {
  private Targets() {}

  static List<Target> judge(Plan plan, List<Row<Series>> rows, List<Ratio> ratios) {
    if (plan.hot() != null) {
      return ContentionTargets.judge(plan, rows, ratios);
    }
    List<Target> targets = new ArrayList<>();
    Goals.ALL.stream().flatMap(goal -> goal.judge(plan, ratios).stream()).forEach(targets::add);
    if (plan.colocated()) {
      rows.stream().flatMap(row -> commit(row).stream()).forEach(targets::add);
    }
    return List.copyOf(targets);
  }

  /**
   * In one region a commit is one RPC: locks of rows that were not read came with a read. A pause
   * of the machine makes one of them too old now and then; what a commit always needs shows in
   * every round.
   */
  private static Optional<Target> commit(Row<Series> row) {
    Series series = row.series();
    if (series.mode() != Mode.TX || series.threads() != 1) {
      return Optional.empty();
    }
    Profile profile = series.profile();
    double foreground = row.spread(Series.RPCS_FOREGROUND_PER_TX).min();
    double all = foreground + row.spread(Series.RPCS_BACKGROUND_PER_TX).min();
    double commit = all - profile.rowsRead();
    return Optional.of(new Target(profile + ", RPCs of commit()", commit, Bound.AT_MOST, 1));
  }
}
