package io.rowlock.bench.micro.profile;

import static io.rowlock.bench.kit.Figure.P50_MICROS;
import static io.rowlock.bench.kit.Figure.TX_PER_SECOND;
import static io.rowlock.bench.micro.profile.Mode.HAEINSA;
import static io.rowlock.bench.micro.profile.Mode.OMID_LOW_LATENCY;
import static io.rowlock.bench.micro.profile.Mode.RAW;
import static io.rowlock.bench.micro.profile.Mode.RAW_BATCHED;
import static io.rowlock.bench.micro.profile.Mode.TX;
import static io.rowlock.bench.micro.profile.Mode.TX_BATCHED;
import static io.rowlock.bench.micro.profile.Profile.PRACTICAL;
import static io.rowlock.bench.micro.profile.Profile.TRANSFER;
import static io.rowlock.bench.micro.profile.Profile.WORST_CASE;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Points.Ratio;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The target figures of Rowlock, as far as this run has measured them. */
final class Goals {
  /** The goals against peers are for so many hot rows and threads. */
  private static final int HOT_ROWS = 100;

  private static final int THREADS = 32;
  private static final double LEAST_GOODPUT_OVER_PEERS = 1.5;
  private static final double MOST_FAILURES_ELSEWHERE = 0.01;
  private static final double LEAST_GOODPUT_OVER_HALF_THE_THREADS = 0.8;

  /** The goals for runs without contention. */
  private static final List<Goal> GOALS =
      List.of(
          new Goal(false, PRACTICAL, 1, P50_MICROS, 0.55, TX, RAW),
          new Goal(false, WORST_CASE, 1, P50_MICROS, 1.5, TX, RAW),
          new Goal(false, TRANSFER, 1, P50_MICROS, 1.1, TX, RAW),
          new Goal(false, PRACTICAL, 1, P50_MICROS, 0.5, TX, HAEINSA),
          new Goal(false, WORST_CASE, 1, P50_MICROS, 0.5, TX, HAEINSA),
          new Goal(false, PRACTICAL, 8, TX_PER_SECOND, 1.0, TX, RAW),
          new Goal(false, WORST_CASE, 8, TX_PER_SECOND, 0.4, TX, RAW),
          new Goal(false, PRACTICAL, 8, TX_PER_SECOND, 1.1, TX, HAEINSA),
          new Goal(false, WORST_CASE, 8, TX_PER_SECOND, 1.3, TX, HAEINSA),
          new Goal(false, PRACTICAL, 8, TX_PER_SECOND, 1.3, TX, OMID_LOW_LATENCY),
          new Goal(false, WORST_CASE, 8, TX_PER_SECOND, 1.3, TX, OMID_LOW_LATENCY),
          new Goal(false, PRACTICAL, 32, TX_PER_SECOND, 1.0, TX, RAW),
          new Goal(false, PRACTICAL, 32, TX_PER_SECOND, 1.4, TX, HAEINSA),
          new Goal(false, WORST_CASE, 32, TX_PER_SECOND, 1.8, TX, HAEINSA),
          new Goal(false, PRACTICAL, 32, TX_PER_SECOND, 1.8, TX, OMID_LOW_LATENCY),
          new Goal(false, WORST_CASE, 32, TX_PER_SECOND, 1.8, TX, OMID_LOW_LATENCY),
          new Goal(true, PRACTICAL, 1, P50_MICROS, 0.6, TX, RAW),
          new Goal(true, WORST_CASE, 1, P50_MICROS, 1.1, TX, RAW),
          new Goal(true, PRACTICAL, 8, TX_PER_SECOND, 1.8, TX, RAW),
          new Goal(true, WORST_CASE, 8, TX_PER_SECOND, 0.65, TX, RAW),
          new Goal(true, PRACTICAL, 8, TX_PER_SECOND, 0.8, TX_BATCHED, RAW_BATCHED),
          new Goal(true, WORST_CASE, 8, TX_PER_SECOND, 0.8, TX_BATCHED, RAW_BATCHED),
          new Goal(true, PRACTICAL, 32, TX_PER_SECOND, 1.0, TX_BATCHED, RAW_BATCHED),
          new Goal(true, WORST_CASE, 32, TX_PER_SECOND, 1.0, TX_BATCHED, RAW_BATCHED),
          new Goal(true, PRACTICAL, 8, TX_PER_SECOND, 2.2, TX, HAEINSA),
          new Goal(true, WORST_CASE, 8, TX_PER_SECOND, 2.2, TX, HAEINSA),
          new Goal(true, PRACTICAL, 8, TX_PER_SECOND, 1.5, TX, OMID_LOW_LATENCY),
          new Goal(true, WORST_CASE, 8, TX_PER_SECOND, 1.5, TX, OMID_LOW_LATENCY));

  private Goals() {}

  /** A goal against another mode; of Omid's, the faster one. */
  private record Goal(
      boolean colocated,
      Profile profile,
      int threads,
      Figure figure,
      double limit,
      Mode mode,
      Mode over) {

    /** Returns an empty result if a needed series was not measured. */
    Optional<Target> judge(Plan plan, List<Ratio<Series>> ratios) {
      Series series = new Series(profile, mode, threads);
      return ratios.stream()
          .filter(ratio -> plan.colocated == colocated)
          .filter(ratio -> ratio.series().equals(series) && ratio.figure().equals(figure))
          .filter(ratio -> ratio.over().mode() == over)
          .findFirst()
          .map(this::judge);
    }

    private Target judge(Ratio<Series> ratio) {
      boolean isLatency = figure.equals(P50_MICROS);
      String what =
          "%s, %s at %d thread%s, %s/%s, rows in %s"
              .formatted(
                  profile,
                  isLatency ? "p50" : "throughput",
                  threads,
                  threads == 1 ? "" : "s",
                  mode,
                  over,
                  colocated ? "1 region" : "4 regions");
      Bound bound = isLatency ? Bound.AT_MOST : Bound.AT_LEAST;
      return ratio.target(what, bound, limit);
    }
  }

  static List<Target> judge(Plan plan, Points<Series> points, List<Ratio<Series>> ratios) {
    List<Row<Series>> tx = points.rows().stream().filter(row -> row.series().mode() == TX).toList();
    if (plan.hot != null) {
      return underContention(plan, points, tx, ratios);
    }
    List<Target> targets = new ArrayList<>();
    GOALS.forEach(goal -> goal.judge(plan, ratios).ifPresent(targets::add));
    if (plan.colocated) {
      tx.stream()
          .filter(row -> row.series().threads() == 1)
          .map(Goals::commit)
          .forEach(targets::add);
    }
    return List.copyOf(targets);
  }

  /**
   * In one region a commit is one RPC: locks of rows that were not read came with a read. A pause
   * of the machine makes one of them too old now and then; what a commit always needs shows in
   * every round.
   */
  private static Target commit(Row<Series> row) {
    Profile profile = row.series().profile();
    double foreground = row.spread(Series.RPCS_FOREGROUND_PER_TX).min();
    double all = foreground + row.spread(Series.RPCS_BACKGROUND_PER_TX).min();
    double commit = all - profile.rowsRead();
    return new Target(profile + ", RPCs of commit()", commit, Bound.AT_MOST, 1);
  }

  private static List<Target> underContention(
      Plan plan, Points<Series> points, List<Row<Series>> tx, List<Ratio<Series>> ratios) {
    boolean comparable = Objects.equals(plan.hot, HOT_ROWS);
    List<Target> targets = new ArrayList<>();
    for (Profile profile : plan.profiles) {
      tx.stream()
          .filter(row -> row.series().profile() == profile)
          .forEach(row -> targets.add(failures(row, comparable)));
      Series all = new Series(profile, TX, THREADS);
      Series half = new Series(profile, TX, THREADS / 2);
      String what = profile + ", goodput at 32 threads over 16";
      Ratio.of(points, all, half, TX_PER_SECOND)
          .map(ratio -> ratio.target(what, Bound.AT_LEAST, LEAST_GOODPUT_OVER_HALF_THE_THREADS))
          .ifPresent(targets::add);
    }
    ratios.stream()
        .filter(ratio -> comparable && ratio.figure().equals(TX_PER_SECOND))
        .filter(ratio -> ratio.series().mode() == TX && ratio.series().threads() == THREADS)
        .filter(ratio -> Mode.PEERS.contains(ratio.over().mode()))
        .forEach(ratio -> targets.add(goodput(ratio)));
    return List.copyOf(targets);
  }

  /** The worst round: a median would hide failures that come in bursts. */
  private static Target failures(Row<Series> row, boolean comparable) {
    int threads = row.series().threads();
    double most = comparable && threads == THREADS ? 0 : MOST_FAILURES_ELSEWHERE;
    String what = row.series().profile() + ", failures after retries, threads: " + threads;
    return new Target(what, row.spread(Series.FAILED_PER_TX).max(), Bound.AT_MOST, most);
  }

  private static Target goodput(Ratio<Series> ratio) {
    String what =
        "%s, goodput at 32 threads, 100 hot rows, tx/%s"
            .formatted(ratio.series().profile(), ratio.over().mode());
    return ratio.target(what, Bound.AT_LEAST, LEAST_GOODPUT_OVER_PEERS);
  }
}
