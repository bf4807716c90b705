package io.rowlock.bench.tpcc.run;

import com.google.common.io.Closer;
import io.rowlock.bench.kit.clients.ClientKind.Assignment;
import io.rowlock.bench.kit.clients.WindowClient;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.run.ModeClient.Task;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import io.rowlock.bench.tpcc.run.Session.Context;
import io.rowlock.bench.tpcc.run.Session.Notes;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;

/** One client of modes in turns. */
final class ModeClient implements WindowClient<Task, ModeSample> {
  private final ModesPlan plan;
  private final Assignment assignment;
  private final DatabaseNotes notes;
  private final Map<Mode, Counted> clients = new EnumMap<>(Mode.class);
  private final Closer resources;

  /** What clients run in a window. */
  record Task(Mode mode, int round) {}

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

  /** The resources are closed with the client. */
  ModeClient(ModesPlan plan, Assignment assignment, Connection connection, Closer resources) {
    this.plan = plan;
    this.assignment = assignment;
    this.notes = new DatabaseNotes(connection);
    this.resources = resources;
  }

  void add(Mode mode, Ground ground) throws IOException {
    RpcKinds kinds = plan.run().options().delay.apply(new RpcKinds());
    resources.register(kinds::close);
    Client client = open(mode, kinds.counting(assignment.configuration()), ground);
    Client plain = open(Mode.RAW_BATCHED, assignment.configuration(), ground);
    clients.put(mode, new Counted(ground, kinds, client, plain));
  }

  private Client open(Mode mode, Configuration configuration, Ground ground) throws IOException {
    Client client =
        Client.open(
            mode, configuration, ground.database().layout(), plan.run().options().retryPolicy());
    resources.register(client::close);
    return client;
  }

  @Override
  public void prepare(Task task) throws IOException {
    find(task.mode()).client().settle();
  }

  @Override
  public ModeSample run(Task task) throws IOException {
    Counted counted = find(task.mode());
    Database database = counted.ground().database();
    Scale scale = database.origin().scale();
    RunPlan inRound = plan.inRound(task.mode(), task.round());
    RunPlan run = inRound.of(task.mode(), inRound.time(), assignment.seed(inRound.seed()));
    Context context =
        new Context(
            database,
            plan.run().constants(database.origin()),
            counted.client(),
            counted.ground().hints(),
            new Probe(counted.client(), counted.kinds(), counted.plain(), scale),
            notes.takeTerminals(database.layout(), run.terminals(scale)),
            counted.ground().ledger(),
            interval -> {});
    return ModeSample.of(Session.run(run, context));
  }

  private Counted find(Mode mode) {
    return Objects.requireNonNull(clients.get(mode));
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
