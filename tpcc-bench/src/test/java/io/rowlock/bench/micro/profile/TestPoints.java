package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Rounds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Points as tests need them. */
final class TestPoints {
  private TestPoints() {}

  static Point<Series> point(
      Profile profile, Mode mode, int threads, int round, double txPerSecond, double p50Micros) {
    ExpectedRpcs expected = ExpectedRpcs.of(profile, mode, false);
    return point(new Series(profile, mode, threads), round, txPerSecond, p50Micros)
        .with(Figure.CONFLICTS_PER_TX, 0)
        .with(Series.FAILED_PER_TX, 0)
        .with(Series.RPCS_FOREGROUND_PER_TX, expected.foreground().most())
        .with(Series.RPCS_BACKGROUND_PER_TX, expected.background().most())
        .with(Series.LOOKS_PER_SECOND, 4)
        .with(Figure.CLIENT_CPU_MICROS_PER_TX, 500)
        .with(Figure.SERVER_CPU_MICROS_PER_TX, 250.25);
  }

  static Point<Series> throughput(Profile profile, Mode mode, int threads, double txPerSecond) {
    return point(profile, mode, threads, 1, txPerSecond, 1000);
  }

  static Point<Series> failing(Mode mode, int threads, double txPerSecond, double failedPerTx) {
    return point(new Series(Profile.PRACTICAL, mode, threads), 1, txPerSecond, 1000)
        .with(Figure.CONFLICTS_PER_TX, 0.25)
        .with(Series.FAILED_PER_TX, failedPerTx)
        .with(Series.RPCS_FOREGROUND_PER_TX, 8)
        .with(Series.RPCS_BACKGROUND_PER_TX, 3)
        .with(Series.LOOKS_PER_SECOND, 4)
        .with(Figure.CLIENT_CPU_MICROS_PER_TX, 700)
        .with(Figure.SERVER_CPU_MICROS_PER_TX, null);
  }

  private static Point<Series> point(
      Series series, int round, double txPerSecond, double p50Micros) {
    return Point.of(series, round)
        .with(Figure.TX_PER_SECOND, txPerSecond)
        .with(Figure.P50_MICROS, p50Micros)
        .with(Figure.P95_MICROS, p50Micros * 2)
        .with(Figure.P99_MICROS, p50Micros * 3);
  }

  static Plan plan(List<Profile> profiles, List<Integer> threads, @Nullable Integer hot) {
    return plan(profiles, threads, hot, null, false);
  }

  static Plan plan(
      List<Profile> profiles,
      List<Integer> threads,
      @Nullable Integer hot,
      @Nullable Integer attempts,
      boolean colocated) {
    Plan plan = new Plan();
    plan.profiles = profiles;
    plan.modes = List.of(Mode.values());
    plan.threads = threads;
    plan.rounds = new Rounds(0, 1, 3);
    plan.rows = 100;
    plan.hot = hot;
    plan.attempts = attempts;
    plan.colocated = colocated;
    return plan;
  }
}
