package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import io.rowlock.bench.tpcc.run.ModesOutcome.ModeSeries;
import io.rowlock.bench.tpcc.run.ResultMaker.Measured;
import io.rowlock.bench.tpcc.run.Session.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Modes that take turns on the same database, each with the same inputs in the same round. All
 * begin with warm-up turns: each is compiled in view of the others.
 */
final class ModeRounds implements AutoCloseable {
  private final ModesPlan plan;
  private final Database database;
  private final Settings settings;
  private final Progress progress;
  private final DatabaseNotes notes;
  private final DeliveryHints hints;
  private final Client plain;
  private final Map<Mode, Counted> clients = new EnumMap<>(Mode.class);
  private final List<Point<ModeSeries>> warmup = new ArrayList<>();
  private final List<Point<ModeSeries>> points = new ArrayList<>();

  /** A client whose requests are counted. */
  private record Counted(RpcKinds kinds, Client client) {}

  ModeRounds(
      ModesPlan plan,
      Configuration configuration,
      Connection connection,
      Database database,
      Settings settings,
      Progress progress)
      throws IOException {
    this.plan = plan;
    this.database = database;
    this.settings = settings;
    this.progress = progress;
    this.notes = new DatabaseNotes(connection);
    this.hints = new DeliveryHints(scale().warehouses());
    this.plain = open(Mode.RAW_BATCHED, configuration);
    for (Mode mode : plan.modes()) {
      RpcKinds kinds = new RpcKinds();
      clients.put(mode, new Counted(kinds, open(mode, kinds.counting(configuration))));
    }
  }

  private Client open(Mode mode, Configuration configuration) throws IOException {
    return Client.open(mode, configuration, database.layout(), plan.run().options().retryPolicy());
  }

  private Scale scale() {
    return database.origin().scale();
  }

  void run() throws IOException {
    plan.windows().run(plan.modes(), progress, this::window);
  }

  private void window(Mode mode, int round) throws IOException {
    (round > 0 ? points : warmup).add(measure(mode, round));
  }

  private Point<ModeSeries> measure(Mode mode, int round) throws IOException {
    Counted counted = Objects.requireNonNull(clients.get(mode));
    RunPlan run = plan.inRound(mode, round);
    Context context =
        new Context(
            database,
            settings.constants(),
            counted.client(),
            hints,
            new Probe(counted.client(), counted.kinds(), plain, scale()),
            notes.takeTerminals(database.layout(), run.terminals(scale())),
            line -> {},
            interval -> {});
    Measured measured = Session.run(run, context);
    if (measured.counts().of(Event.COMPLETED) == 0) {
      throw new IOException(
          "%s: no business transaction was completed; the first failure: %s"
              .formatted(mode, measured.firstFailure()));
    }
    if (measured.firstFailure() != null) {
      progress.say(mode + ": the first failure: " + measured.firstFailure());
    }
    return new ModeSeries(mode).point(round, measured);
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
    }
    plain.close();
  }
}
