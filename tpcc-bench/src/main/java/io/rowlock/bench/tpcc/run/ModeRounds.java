package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.kit.clients.Clients.Measured;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.ModeClient.Task;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import io.rowlock.bench.tpcc.run.ModesOutcome.ModeSeries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Modes that take turns, each with the same inputs in the same round, on one database or on equal
 * ones. All begin with warm-up turns: each is compiled in view of the others.
 */
final class ModeRounds {
  private final ModesPlan plan;
  private final Clients<Task, ModeSample> clients;
  private final Progress progress;
  private final Map<Mode, List<ModeSample>> measuredOf = new EnumMap<>(Mode.class);
  private final List<Point<ModeSeries>> warmup = new ArrayList<>();
  private final List<Point<ModeSeries>> points = new ArrayList<>();

  ModeRounds(ModesPlan plan, Clients<Task, ModeSample> clients, Progress progress) {
    this.plan = plan;
    this.clients = clients;
    this.progress = progress;
  }

  void run() throws IOException {
    plan.windows().run(plan.modes(), progress, this::window);
  }

  private void window(Mode mode, int round) throws IOException {
    Measured<ModeSample> measured = clients.run(new Task(mode, round));
    ModeSample sample = measured.result();
    long completed = sample.counts().of(Event.COMPLETED);
    if (completed == 0) {
      throw new IOException(
          "%s: no business transaction was completed; the first failure: %s"
              .formatted(mode, sample.firstFailure()));
    }
    if (sample.firstFailure() != null) {
      progress.say(mode + ": the first failure: " + sample.firstFailure());
    }
    if (round > 0) {
      measuredOf.computeIfAbsent(mode, first -> new ArrayList<>()).add(sample);
    }
    Point<ModeSeries> point = new ModeSeries(mode).point(round, sample);
    (round > 0 ? points : warmup).add(measured.cpu().addTo(point, (double) completed));
  }

  /** The measured windows of a mode, in their order. */
  List<ModeSample> measured(Mode mode) {
    return measuredOf.getOrDefault(mode, List.of());
  }

  /** Transactions per second of each turn. */
  Points<ModeSeries> warmup() {
    return new Points<>(warmup);
  }

  Points<ModeSeries> points() {
    return new Points<>(points);
  }
}
