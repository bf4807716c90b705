package io.rowlock.bench.profile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Points as tests need them. */
final class Points {
  private Points() {}

  static Point point(
      Profile profile, Mode mode, int threads, int round, double txPerSecond, double p50Micros) {
    return new Point(
        new Slot(profile, mode, threads, round),
        txPerSecond,
        p50Micros,
        p50Micros * 2,
        p50Micros * 3,
        0,
        0,
        ExpectedRpcs.of(profile, mode, false).foreground().most(),
        ExpectedRpcs.of(profile, mode, false).background().most());
  }

  static Point throughput(Profile profile, Mode mode, int threads, double txPerSecond) {
    return point(profile, mode, threads, 1, txPerSecond, 1000);
  }

  static Point failing(Mode mode, int threads, double txPerSecond, double failedPerTx) {
    return new Point(
        new Slot(Profile.PRACTICAL, mode, threads, 1),
        txPerSecond,
        1000,
        2000,
        3000,
        0.25,
        failedPerTx,
        8,
        3);
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
    return new Plan(
        profiles, List.of(Mode.values()), threads, 1, 0, 3, 100, hot, attempts, colocated, 1);
  }
}
