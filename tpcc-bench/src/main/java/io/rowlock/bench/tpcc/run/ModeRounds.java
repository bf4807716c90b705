package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Measurements;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.clients.ClientOptions;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Modes that take turns, each with the same inputs in the same round, on one database or on equal
 * ones. All begin with warm-up turns: each is compiled in view of the others.
 */
final class ModeRounds {
  private final ModesPlan plan;
  private final Clients<Assignment, Portion> clients;
  private final DatabaseNotes notes;
  private final Map<Mode, Ground> grounds;
  private final Settings settings;
  private final Progress progress;
  private final Windows windows;

  /**
   * What a mode works on.
   *
   * @param ledgers the directory for the ledgers of its clients; null for none
   */
  record Ground(Database database, @Nullable Path ledgers) {}

  /**
   * What was measured, while others may already read it.
   *
   * @param of the windows of each mode, in their order
   */
  record Windows(Measurements<ModeSeries> all, Map<Mode, List<Portion>> of) {
    Windows() {
      this(new Measurements<>(), new ConcurrentHashMap<>());
    }
  }

  ModeRounds(
      ModesPlan plan,
      Clients<Assignment, Portion> clients,
      DatabaseNotes notes,
      Map<Mode, Ground> grounds,
      Settings settings,
      Progress progress,
      Windows windows) {
    this.plan = plan;
    this.clients = clients;
    this.notes = notes;
    this.grounds = grounds;
    this.settings = settings;
    this.progress = progress;
    this.windows = windows;
  }

  void run() throws IOException {
    List<Point<ModeSeries>> warmup = new ArrayList<>();
    plan.windows().run(plan.modes(), progress, (mode, round) -> window(mode, round, warmup));
    windows.all().put("warmup", List.copyOf(warmup));
  }

  private double window(Mode mode, int round, List<Point<ModeSeries>> warmup) throws IOException {
    Portion measured = measure(mode, round);
    Point<ModeSeries> single = new ModeSeries(mode).point(round, measured);
    Point<ModeSeries> point =
        plan.run().options().clients.areProcesses()
            ? ModeSeries.with(measured.processes(), single)
            : single;
    if (round > 0) {
      windows.of().computeIfAbsent(mode, any -> new CopyOnWriteArrayList<>()).add(measured);
      windows.all().add(point);
    } else {
      warmup.add(point);
    }
    return measured.perSecond();
  }

  private Portion measure(Mode mode, int round) throws IOException {
    Ground ground = Objects.requireNonNull(grounds.get(mode));
    Database database = ground.database();
    RunPlan run = plan.inRound(mode, round);
    ClientOptions options = run.options().clients;
    int first = notes.takeTerminals(database.layout(), run.terminals());
    Assignment assignment = Assignment.of(run, settings.constants(), first, ground.ledgers());
    Portion measured = Portion.sum(clients.run(assignment, options.count()));
    // A client that has just started may not complete any in a turn of the warm-up.
    if (round > 0 && measured.counts().of(Event.COMPLETED) == 0) {
      throw new IOException(
          "%s: no business transaction was completed; the first failure: %s"
              .formatted(mode, measured.firstFailure()));
    }
    if (measured.firstFailure() != null) {
      progress.say(mode + ": the first failure: " + measured.firstFailure());
    }
    return measured;
  }
}
