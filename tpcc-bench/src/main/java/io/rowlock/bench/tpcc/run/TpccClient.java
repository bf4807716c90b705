package io.rowlock.bench.tpcc.run;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.kit.RpcDelay;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcGate;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.run.Session.Context;
import io.rowlock.bench.tpcc.run.Session.Notes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;
import org.jspecify.annotations.Nullable;

/** One client of TPC-C, with its part of the terminals: this process, or a process of its own. */
public final class TpccClient implements io.rowlock.bench.kit.clients.Client<Assignment, Portion> {
  private final RunOptions options;
  private final ClientNumber number;
  private final @Nullable Path conf;
  private final @Nullable PrintWriter lines;
  private final Closer closer = Closer.create();
  private final Map<Mode, Ground> grounds = new EnumMap<>(Mode.class);
  private final Map<Path, Ledger> ledgers = new HashMap<>();

  /** What a mode works with: requests of {@code client} are counted, those of {@code plain} not. */
  private record Ground(
      Database database, DeliveryHints hints, RpcKinds kinds, Client client, Client plain) {}

  /**
   * Creates a client without connections.
   *
   * @param number from 0
   * @param conf the configuration of servers with processes of their own, if the user named one
   * @param lines gets a line for each interval unless clients are processes; null for none
   */
  public TpccClient(
      RunOptions options, int number, @Nullable Path conf, @Nullable PrintWriter lines) {
    this.options = options;
    this.number = new ClientNumber(number, options.clients.count());
    this.conf = conf;
    this.lines = options.clients.areProcesses() ? null : lines;
  }

  /** Opens the loaded databases of the modes that this client is to run. */
  public TpccClient open(Map<Mode, Layout> layouts, Configuration configuration)
      throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      RpcDelay network = options.clients.network();
      closer.register(network::close);
      for (Map.Entry<Mode, Layout> one : layouts.entrySet()) {
        Database database = new DatabaseNotes(connection).open(one.getValue());
        grounds.put(one.getKey(), ground(one.getKey(), database, network, configuration));
      }
      return this;
    } catch (IOException | RuntimeException e) {
      try (this) {
        throw e;
      }
    }
  }

  private Ground ground(Mode mode, Database database, RpcDelay network, Configuration configuration)
      throws IOException {
    Layout layout = database.layout();
    RetryPolicy retries = options.retryPolicy();
    RpcKinds kinds = new RpcKinds(RpcGate.of(network));
    closer.register(kinds::close);
    return new Ground(
        database,
        new DeliveryHints(database.origin().scale().warehouses()),
        kinds,
        connect(mode, kinds.counting(configuration), layout, retries),
        connect(Mode.RAW_BATCHED, configuration, layout, retries));
  }

  private Client connect(Mode mode, Configuration configuration, Layout layout, RetryPolicy retries)
      throws IOException {
    Client client = Client.open(mode, configuration, layout, retries);
    closer.register(client::close);
    return client;
  }

  @Override
  public Class<Assignment> windowType() {
    return Assignment.class;
  }

  @Override
  public Portion run(Assignment assignment) throws IOException {
    Ground ground = Objects.requireNonNull(grounds.get(assignment.stretch().mode()));
    Scale scale = ground.database.origin().scale();
    long begin = assignment.begin();
    Context context =
        new Context(
            ground.database,
            assignment.constants(),
            ground.client,
            ground.hints,
            Probe.of(ground.client, ground.kinds, ground.plain, scale, conf),
            number,
            assignment.firstTerminal(),
            notes(assignment.ledgers()),
            slice -> report(slice, assignment.stretch()));
    Interruption.sleep(Duration.ofNanos(begin - System.nanoTime()));
    return Session.run(new RunPlan(options, assignment.stretch()), context, begin);
  }

  private Notes notes(@Nullable String directory) throws IOException {
    if (directory == null) {
      return line -> {};
    }
    Path file = options.ledgers(Path.of(directory)).get(number.number());
    Ledger ledger = ledgers.get(file);
    if (ledger == null) {
      ledger = Ledger.create(file);
      closer.register(ledger::close);
      ledgers.put(file, ledger);
    }
    return ledger::write;
  }

  private void report(Slice slice, RunPlan.Stretch stretch) {
    if (lines != null) {
      lines.println(Intervals.line(slice.interval()) + rest(slice.to(), stretch.timeMillis()));
      lines.flush();
    }
  }

  /** Returns the time that remains; empty without a limit on the time. */
  static String rest(double second, long timeMillis) {
    return timeMillis == 0
        ? ""
        : String.format(
            Locale.ROOT,
            " done: %.0f %%, %.0f s left",
            100_000 * second / timeMillis,
            timeMillis / 1_000.0 - second);
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }
}
