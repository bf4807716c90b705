package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.micro.profile.Measurement.Slot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The order of all windows of a warm JVM. For every profile and thread count each mode settles;
 * then every round runs each mode once, in the order of {@link Rounds}.
 */
final class Interleaving {
  private final Plan plan;
  private final Workloads workloads;
  private final Measurement measurement;
  private final Progress progress;
  private final List<Point<Series>> points = new ArrayList<>();

  Interleaving(Plan plan, Workloads workloads, Measurement measurement, Progress progress) {
    this.plan = plan;
    this.workloads = workloads;
    this.measurement = measurement;
    this.progress = progress;
  }

  Points<Series> run() throws IOException {
    for (Profile profile : plan.profiles()) {
      for (int threads : plan.threads()) {
        settle(profile, threads);
        for (int round = 1; round <= plan.rounds(); round++) {
          measure(profile, threads, round);
        }
      }
    }
    return new Points<>(points);
  }

  private void settle(Profile profile, int threads) throws IOException {
    int seconds = plan.settlingSeconds();
    for (Mode mode : seconds == 0 ? List.<Mode>of() : plan.modes()) {
      Slot slot = new Slot(new Series(profile, mode, threads), 0);
      progress.begin(slot.series().group(), slot.inRound(plan.rounds()));
      var unused = measurement.warm(slot, seconds, workloads.of(mode));
      progress.end(seconds);
    }
  }

  private void measure(Profile profile, int threads, int round) throws IOException {
    for (Mode mode : Rounds.order(plan.modes(), round)) {
      Slot slot = new Slot(new Series(profile, mode, threads), round);
      progress.begin(slot.series().group(), slot.inRound(plan.rounds()));
      points.add(measurement.measure(slot, workloads.of(mode)));
      progress.end(plan.timeSeconds());
    }
  }
}
