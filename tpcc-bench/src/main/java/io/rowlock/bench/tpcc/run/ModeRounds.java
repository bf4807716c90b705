package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import io.rowlock.bench.tpcc.run.ModesOutcome.ModeSeries;
import io.rowlock.bench.tpcc.run.Session.Context;
import io.rowlock.bench.tpcc.run.Session.Notes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Modes that take turns, each with the same inputs in the same round, on one database or on equal
 * ones. All begin with warm-up turns: each is compiled in view of the others.
 */
final class ModeRounds implements AutoCloseable {
  private final ModesPlan plan;
  private final Settings settings;
  private final Progress progress;
  private final DatabaseNotes notes;
  private final Map<Mode, Counted> clients = new EnumMap<>(Mode.class);
  private final Map<Mode, List<Measured>> measuredOf = new EnumMap<>(Mode.class);
  private final List<Point<ModeSeries>> warmup = new ArrayList<>();
  private final List<Point<ModeSeries>> points = new ArrayList<>();

  /**
   * What a mode works on.
   *
   * @param ledger gets the answers of its terminals
   */
  record Ground(Database database, DeliveryHints hints, Notes ledger) {
    static Ground of(Database database, Notes ledger) {
      Scale scale = database.origin().scale();
      return new Ground(database, new DeliveryHints(scale.warehouses()), ledger);
    }
  }

  /** A client whose requests are counted, and one whose are not. */
  private record Counted(Ground ground, RpcKinds kinds, Client client, Client plain) {}

  ModeRounds(
      ModesPlan plan,
      Configuration configuration,
      Connection connection,
      Map<Mode, Ground> grounds,
      Settings settings,
      Progress progress)
      throws IOException {
    this.plan = plan;
    this.settings = settings;
    this.progress = progress;
    this.notes = new DatabaseNotes(connection);
    for (Mode mode : plan.modes()) {
      Ground ground = Objects.requireNonNull(grounds.get(mode));
      RpcKinds kinds = new RpcKinds();
      clients.put(
          mode,
          new Counted(
              ground,
              kinds,
              open(mode, kinds.counting(configuration), ground),
              open(Mode.RAW_BATCHED, configuration, ground)));
    }
  }

  private Client open(Mode mode, Configuration configuration, Ground ground) throws IOException {
    Layout layout = ground.database().layout();
    return Client.open(mode, configuration, layout, plan.run().options().retryPolicy());
  }

  void run() throws IOException {
    plan.windows().run(plan.modes(), progress, this::window);
  }

  private void window(Mode mode, int round) throws IOException {
    Measured measured = measure(mode, round);
    if (round > 0) {
      measuredOf.computeIfAbsent(mode, first -> new ArrayList<>()).add(measured);
    }
    (round > 0 ? points : warmup).add(new ModeSeries(mode).point(round, measured));
  }

  private Measured measure(Mode mode, int round) throws IOException {
    Counted counted = Objects.requireNonNull(clients.get(mode));
    Ground ground = counted.ground();
    Scale scale = ground.database().origin().scale();
    RunPlan run = plan.inRound(mode, round);
    Context context =
        new Context(
            ground.database(),
            settings.constants(),
            counted.client(),
            ground.hints(),
            Probe.of(counted.client(), counted.kinds(), counted.plain(), scale, null),
            notes.takeTerminals(ground.database().layout(), run.terminals(scale)),
            ground.ledger(),
            slice -> {});
    Measured measured = Measured.of(List.of(Session.run(run, context)), settings.percentile());
    if (measured.counts().of(Event.COMPLETED) == 0) {
      throw new IOException(
          "%s: no business transaction was completed; the first failure: %s"
              .formatted(mode, measured.firstFailure()));
    }
    if (measured.firstFailure() != null) {
      progress.say(mode + ": the first failure: " + measured.firstFailure());
    }
    return measured;
  }

  /** The measured windows of a mode, in their order. */
  List<Measured> measured(Mode mode) {
    return measuredOf.getOrDefault(mode, List.of());
  }

  /** Transactions per second of each turn. */
  Points<ModeSeries> warmup() {
    return new Points<>(warmup);
  }

  Points<ModeSeries> points() {
    return new Points<>(points);
  }

  @Override
  public void close() throws IOException {
    for (Counted counted : clients.values()) {
      counted.client().close();
      counted.kinds().close();
      counted.plain().close();
    }
  }
}
