package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import io.rowlock.bench.micro.profile.Goal.Goals;
import io.rowlock.bench.micro.profile.Outcome.Ratio;
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

  /** The figures Rowlock is meant to reach where transactions meet. */
  static final class ContentionTargets {
    /** The goals against peers are for so many hot rows and threads. */
    private static final int HOT_ROWS = 100;

    private static final int THREADS = 32;
    private static final double LEAST_GOODPUT_OVER_PEERS = 1.5;

    private static final double MOST_FAILURES_ELSEWHERE = 0.01;
    private static final double LEAST_GOODPUT_OVER_HALF_THE_THREADS = 0.8;

    private ContentionTargets() {}

    static List<Target> judge(Plan plan, List<Row<Series>> rows, List<Ratio> ratios) {
      List<Target> targets = new ArrayList<>();
      boolean comparable = plan.hot() != null && plan.hot() == HOT_ROWS;
      for (Profile profile : plan.profiles()) {
        List<Row<Series>> ours = transactions(profile, rows);
        ours.forEach(row -> targets.add(failures(row, comparable)));
        scaling(ours).ifPresent(targets::add);
      }
      if (comparable) {
        ratios.stream()
            .filter(ratio -> ratio.threads() == THREADS && Mode.PEERS.contains(ratio.over()))
            .forEach(ratio -> targets.add(goodput(ratio)));
      }
      return List.copyOf(targets);
    }

    /** The worst round: a median would hide failures that come in bursts. */
    private static Target failures(Row<Series> row, boolean comparable) {
      String what =
          row.series().profile() + ", failures after retries, threads: " + row.series().threads();
      double most = comparable && row.series().threads() == THREADS ? 0 : MOST_FAILURES_ELSEWHERE;
      return new Target(what, row.spread(Series.FAILED_PER_TX).max(), Bound.AT_MOST, most);
    }

    private static Optional<Target> scaling(List<Row<Series>> rows) {
      Optional<Row<Series>> at16 =
          rows.stream().filter(row -> row.series().threads() == 16).findFirst();
      Optional<Row<Series>> at32 =
          rows.stream().filter(row -> row.series().threads() == 32).findFirst();
      if (at16.isEmpty() || at32.isEmpty()) {
        return Optional.empty();
      }
      double measured =
          at32.get().median(Figure.TX_PER_SECOND) / at16.get().median(Figure.TX_PER_SECOND);
      String what = at32.get().series().profile() + ", goodput at 32 threads over 16";
      return Optional.of(
          new Target(what, measured, Bound.AT_LEAST, LEAST_GOODPUT_OVER_HALF_THE_THREADS));
    }

    private static Target goodput(Ratio ratio) {
      String what = ratio.profile() + ", goodput at 32 threads, 100 hot rows, tx/" + ratio.over();
      return new Target(
          what, ratio.txPerSecond().median(), Bound.AT_LEAST, LEAST_GOODPUT_OVER_PEERS);
    }

    private static List<Row<Series>> transactions(Profile profile, List<Row<Series>> rows) {
      return rows.stream()
          .filter(row -> row.series().profile() == profile && row.series().mode() == Mode.TX)
          .toList();
    }
  }
}
