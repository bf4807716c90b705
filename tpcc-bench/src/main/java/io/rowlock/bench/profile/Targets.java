package io.rowlock.bench.profile;

import io.rowlock.bench.measure.Target;
import io.rowlock.bench.measure.Target.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The figures Rowlock is meant to reach, as far as this run has measured them. */
final class Targets {
  private static final double MOST_FAILURES = 0.01;
  private static final double LEAST_GOODPUT = 0.8;

  private Targets() {}

  static List<Target> judge(Plan plan, List<Row> rows, List<Ratio> ratios) {
    List<Target> targets = new ArrayList<>();
    if (plan.hot() == null) {
      ratios.stream().filter(ratio -> ratio.over() == Mode.RAW).forEach(r -> cost(r, targets));
    } else {
      for (Profile profile : plan.profiles()) {
        contention(transactions(profile, rows), targets);
      }
    }
    return List.copyOf(targets);
  }

  private static void cost(Ratio ratio, List<Target> targets) {
    boolean practical = ratio.profile() == Profile.PRACTICAL;
    String profile = ratio.profile().label();
    if (ratio.threads() == 1) {
      String what = profile + ", p50 at 1 thread, tx/raw";
      double limit = practical ? 0.8 : 1.8;
      targets.add(new Target(what, ratio.p50Micros().median(), Bound.AT_MOST, limit));
    }
    if (ratio.threads() == 8) {
      String what = profile + ", throughput at 8 threads, tx/raw";
      double limit = practical ? 0.9 : 0.3;
      targets.add(new Target(what, ratio.txPerSecond().median(), Bound.AT_LEAST, limit));
    }
  }

  private static void contention(List<Row> rows, List<Target> targets) {
    for (Row row : rows) {
      String what = row.profile() + ", failures after retries, threads: " + row.threads();
      // The worst round: a median would hide failures that come in bursts.
      targets.add(new Target(what, row.failedPerTx().max(), Bound.AT_MOST, MOST_FAILURES));
    }
    Optional<Row> at16 = rows.stream().filter(row -> row.threads() == 16).findFirst();
    Optional<Row> at32 = rows.stream().filter(row -> row.threads() == 32).findFirst();
    if (at16.isPresent() && at32.isPresent()) {
      double measured = at32.get().txPerSecond().median() / at16.get().txPerSecond().median();
      String what = at32.get().profile() + ", goodput at 32 threads over 16";
      targets.add(new Target(what, measured, Bound.AT_LEAST, LEAST_GOODPUT));
    }
  }

  private static List<Row> transactions(Profile profile, List<Row> rows) {
    return rows.stream().filter(row -> row.profile() == profile && row.mode() == Mode.TX).toList();
  }
}
