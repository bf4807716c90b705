package io.rowlock.bench.profile;

import io.rowlock.bench.measure.Target;
import io.rowlock.bench.measure.Target.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The figures Rowlock is meant to reach, as far as this run has measured them. */
final class Targets {
  private Targets() {}

  static List<Target> judge(Plan plan, List<Row> rows, List<Ratio> ratios) {
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

  /** In one region a commit is one RPC, after the locks of rows that were not read. */
  private static Optional<Target> commit(Row row) {
    if (row.mode() != Mode.TX || row.threads() != 1) {
      return Optional.empty();
    }
    Profile profile = row.profile();
    int locks = profile.readsWrittenRows() ? 0 : 1;
    double all = row.rpcsForegroundPerTx().median() + row.rpcsBackgroundPerTx().median();
    double commit = all - profile.rowsRead() - locks;
    String what = profile + ", RPCs of commit()" + (locks == 0 ? "" : " after 1 for blind locks");
    return Optional.of(new Target(what, commit, Bound.AT_MOST, 1));
  }
}
