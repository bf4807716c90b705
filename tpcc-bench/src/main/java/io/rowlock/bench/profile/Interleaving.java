package io.rowlock.bench.profile;

import io.rowlock.bench.measure.Progress;
import io.rowlock.bench.measure.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The order of all windows. For every profile and thread count each mode is warmed once; then every
 * round runs each mode once, in the order of {@link Rounds}.
 */
final class Interleaving {
  private final Plan plan;
  private final Connection connection;
  private final Measurement measurement;
  private final Progress progress;
  private final List<Point> points = new ArrayList<>();

  Interleaving(Plan plan, Connection connection, Measurement measurement, Progress progress) {
    this.plan = plan;
    this.connection = connection;
    this.measurement = measurement;
    this.progress = progress;
  }

  List<Point> run() throws IOException {
    for (Profile profile : plan.profiles()) {
      try (Workloads workloads = new Workloads(connection, profile, plan.modes())) {
        for (int threads : plan.threads()) {
          warm(profile, threads, workloads);
          for (int round = 1; round <= plan.rounds(); round++) {
            measure(profile, threads, round, workloads);
          }
        }
      }
    }
    return List.copyOf(points);
  }

  private void warm(Profile profile, int threads, Workloads workloads) throws IOException {
    for (Mode mode : plan.modes()) {
      Slot slot = new Slot(profile, mode, threads, 0);
      progress.begin(slot.group(), slot.inRound(plan.rounds()));
      measurement.warm(slot, workloads.of(mode));
      progress.end(plan.warmupSeconds());
    }
  }

  private void measure(Profile profile, int threads, int round, Workloads workloads)
      throws IOException {
    for (Mode mode : Rounds.order(plan.modes(), round)) {
      Slot slot = new Slot(profile, mode, threads, round);
      progress.begin(slot.group(), slot.inRound(plan.rounds()));
      points.add(measurement.measure(slot, workloads.of(mode)));
      progress.end(plan.timeSeconds());
    }
  }
}
