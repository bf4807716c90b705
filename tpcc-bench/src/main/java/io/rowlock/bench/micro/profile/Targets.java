package io.rowlock.bench.micro.profile;

import static io.rowlock.bench.micro.profile.Mode.HAEINSA;
import static io.rowlock.bench.micro.profile.Mode.OMID;
import static io.rowlock.bench.micro.profile.Mode.OMID_LOW_LATENCY;
import static io.rowlock.bench.micro.profile.Mode.RAW;
import static io.rowlock.bench.micro.profile.Mode.RAW_BATCHED;
import static io.rowlock.bench.micro.profile.Mode.TX;
import static io.rowlock.bench.micro.profile.Mode.TX_BATCHED;
import static io.rowlock.bench.micro.profile.Profile.PRACTICAL;
import static io.rowlock.bench.micro.profile.Profile.TRANSFER;
import static io.rowlock.bench.micro.profile.Profile.WORST_CASE;
import static io.rowlock.bench.micro.profile.Targets.Measure.P50;
import static io.rowlock.bench.micro.profile.Targets.Measure.THROUGHPUT;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import io.rowlock.bench.micro.profile.Outcome.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The target figures of Rowlock, as far as this run has measured them. */
final class Targets {
  /** The goals against peers are for so many hot rows and threads. */
  private static final int HOT_ROWS = 100;

  private static final int THREADS = 32;
  private static final double LEAST_GOODPUT_OVER_PEERS = 1.5;
  private static final double MOST_FAILURES_ELSEWHERE = 0.01;
  private static final double LEAST_GOODPUT_OVER_HALF_THE_THREADS = 0.8;

  /** The goals for runs without contention. */
  private static final List<Goal> GOALS =
      List.of(
          new Goal(false, PRACTICAL, 1, P50, 0.55, TX, RAW),
          new Goal(false, WORST_CASE, 1, P50, 1.5, TX, RAW),
          new Goal(false, TRANSFER, 1, P50, 1.1, TX, RAW),
          new Goal(false, PRACTICAL, 1, P50, 0.5, TX, HAEINSA),
          new Goal(false, WORST_CASE, 1, P50, 0.5, TX, HAEINSA),
          new Goal(false, PRACTICAL, 8, THROUGHPUT, 1.0, TX, RAW),
          new Goal(false, WORST_CASE, 8, THROUGHPUT, 0.4, TX, RAW),
          new Goal(false, PRACTICAL, 8, THROUGHPUT, 1.5, TX, HAEINSA),
          new Goal(false, WORST_CASE, 8, THROUGHPUT, 1.5, TX, HAEINSA),
          new Goal(false, PRACTICAL, 8, THROUGHPUT, 1.5, TX, OMID, OMID_LOW_LATENCY),
          new Goal(false, WORST_CASE, 8, THROUGHPUT, 1.5, TX, OMID, OMID_LOW_LATENCY),
          new Goal(false, PRACTICAL, 32, THROUGHPUT, 1.0, TX, RAW),
          new Goal(false, PRACTICAL, 32, THROUGHPUT, 2.5, TX, HAEINSA),
          new Goal(false, WORST_CASE, 32, THROUGHPUT, 2.5, TX, HAEINSA),
          new Goal(false, PRACTICAL, 32, THROUGHPUT, 2.5, TX, OMID, OMID_LOW_LATENCY),
          new Goal(false, WORST_CASE, 32, THROUGHPUT, 2.5, TX, OMID, OMID_LOW_LATENCY),
          new Goal(true, PRACTICAL, 1, P50, 0.6, TX, RAW),
          new Goal(true, WORST_CASE, 1, P50, 1.1, TX, RAW),
          new Goal(true, PRACTICAL, 8, THROUGHPUT, 1.8, TX, RAW),
          new Goal(true, WORST_CASE, 8, THROUGHPUT, 0.65, TX, RAW),
          new Goal(true, PRACTICAL, 8, THROUGHPUT, 0.9, TX_BATCHED, RAW_BATCHED),
          new Goal(true, WORST_CASE, 8, THROUGHPUT, 0.9, TX_BATCHED, RAW_BATCHED),
          new Goal(true, PRACTICAL, 32, THROUGHPUT, 1.3, TX_BATCHED, RAW_BATCHED),
          new Goal(true, WORST_CASE, 32, THROUGHPUT, 1.3, TX_BATCHED, RAW_BATCHED),
          new Goal(true, PRACTICAL, 8, THROUGHPUT, 2.2, TX, HAEINSA),
          new Goal(true, WORST_CASE, 8, THROUGHPUT, 2.2, TX, HAEINSA),
          new Goal(true, PRACTICAL, 8, THROUGHPUT, 1.5, TX, OMID, OMID_LOW_LATENCY),
          new Goal(true, WORST_CASE, 8, THROUGHPUT, 1.5, TX, OMID, OMID_LOW_LATENCY));

  private Targets() {}

  /** The compared figure: a least throughput or a longest latency. */
  enum Measure {
    THROUGHPUT,
    P50;

    double median(Ratio ratio) {
      return (this == P50 ? ratio.p50Micros() : ratio.txPerSecond()).median();
    }
  }

  /** A goal against other modes; of several, the one with the best figure counts. */
  private record Goal(
      boolean colocated,
      Profile profile,
      int threads,
      Measure measure,
      double limit,
      Mode mode,
      List<Mode> over) {
    Goal(
        boolean colocated,
        Profile profile,
        int threads,
        Measure measure,
        double limit,
        Mode mode,
        Mode... over) {
      this(colocated, profile, threads, measure, limit, mode, List.of(over));
    }

    /** Returns an empty result if a needed series was not measured. */
    Optional<Target> judge(Plan plan, List<Ratio> ratios) {
      List<Ratio> measured =
          ratios.stream()
              .filter(ratio -> ratio.profile() == profile && ratio.threads() == threads)
              .filter(ratio -> ratio.mode() == mode && over.contains(ratio.over()))
              .sorted(Comparator.comparingDouble(measure::median))
              .toList();
      if (plan.colocated != colocated || measured.size() < over.size()) {
        return Optional.empty();
      }
      Ratio worst = measured.get(measure == Measure.P50 ? measured.size() - 1 : 0);
      String what =
          "%s, %s at %d thread%s, %s/%s, rows in %s"
              .formatted(
                  profile,
                  measure.name().toLowerCase(Locale.ROOT),
                  threads,
                  threads == 1 ? "" : "s",
                  mode,
                  worst.over(),
                  colocated ? "1 region" : "4 regions");
      Bound bound = measure == Measure.P50 ? Bound.AT_MOST : Bound.AT_LEAST;
      return Optional.of(new Target(what, measure.median(worst), bound, limit));
    }
  }

  /** The goals are for one client and the network of the machine. */
  static List<Target> judge(Plan plan, List<Row<Series>> rows, List<Ratio> ratios) {
    if (plan.clients.count() > 1 || plan.delay.isGiven()) {
      return List.of();
    }
    List<Row<Series>> tx = rows.stream().filter(row -> row.series().mode() == TX).toList();
    if (plan.hot != null) {
      return underContention(plan, plan.hot == HOT_ROWS, tx, ratios);
    }
    List<Target> targets = new ArrayList<>();
    GOALS.forEach(goal -> goal.judge(plan, ratios).ifPresent(targets::add));
    if (plan.colocated) {
      tx.stream()
          .filter(row -> row.series().threads() == 1)
          .map(Targets::commit)
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
      Plan plan, boolean comparable, List<Row<Series>> tx, List<Ratio> ratios) {
    List<Target> targets = new ArrayList<>();
    for (Profile profile : plan.profiles) {
      Map<Integer, Row<Series>> byThreads = new LinkedHashMap<>();
      tx.stream()
          .filter(row -> row.series().profile() == profile)
          .forEach(row -> byThreads.put(row.series().threads(), row));
      byThreads.values().forEach(row -> targets.add(failures(row, comparable)));
      Row<Series> half = byThreads.get(THREADS / 2);
      Row<Series> all = byThreads.get(THREADS);
      if (half != null && all != null) {
        targets.add(
            new Target(
                profile + ", goodput at 32 threads over 16",
                all.median(Figure.TX_PER_SECOND) / half.median(Figure.TX_PER_SECOND),
                Bound.AT_LEAST,
                LEAST_GOODPUT_OVER_HALF_THE_THREADS));
      }
    }
    ratios.stream()
        .filter(ratio -> comparable && ratio.threads() == THREADS)
        .filter(ratio -> ratio.mode() == TX && Mode.PEERS.contains(ratio.over()))
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

  private static Target goodput(Ratio ratio) {
    return new Target(
        ratio.profile() + ", goodput at 32 threads, 100 hot rows, tx/" + ratio.over(),
        ratio.txPerSecond().median(),
        Bound.AT_LEAST,
        LEAST_GOODPUT_OVER_PEERS);
  }
}
