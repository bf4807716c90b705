package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.run.Execution.FailureLog;
import io.rowlock.bench.tpcc.run.Execution.State;
import io.rowlock.bench.tpcc.run.Session.Context;
import io.rowlock.bench.tpcc.run.Terminal.DeliveryDesk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Terminals in mode tx whose caller starts each business transaction. Nothing is measured, so that
 * the memory in use does not grow with time. Thread-safe, but a terminal serves one thread at a
 * time.
 */
public final class Terminals implements AutoCloseable {
  private final Client client;
  private final RpcKinds kinds = new RpcKinds();
  private final Ledger ledger;
  private final FailureLog failures = new FailureLog();
  private final List<Terminal> terminals;
  private final LongAdder failed = new LongAdder();
  private final LongAdder unknown = new LongAdder();

  /**
   * Business transactions so far: commits and conflicts of the database transactions, failures, and
   * outcomes that are not known.
   */
  public record Counts(long commits, long conflicts, long failures, long unknown) {
    public static final Counts NONE = new Counts(0, 0, 0, 0);

    public Counts plus(Counts other) {
      return new Counts(
          commits + other.commits,
          conflicts + other.conflicts,
          failures + other.failures,
          unknown + other.unknown);
    }
  }

  /**
   * Opens a client.
   *
   * @param configuration of the connections of the client
   * @param connection finds the database
   * @param seed of the inputs
   * @param directory gets the ledger
   */
  public static Terminals open(
      Configuration configuration,
      Connection connection,
      Database database,
      int count,
      long seed,
      Path directory)
      throws IOException {
    RunOptions options = new RunOptions();
    options.useThreads(count);
    RunPlan plan = options.inTurns(Mode.TX, seed);
    int first = new DatabaseNotes(connection).takeTerminals(database.layout(), count);
    Client client = Client.open(Mode.TX, configuration, database.layout(), options.retryPolicy());
    try {
      return new Terminals(
          plan, client, database, first, Ledger.create(directory.resolve(Ledger.FILE)));
    } catch (IOException | RuntimeException e) {
      try (client) {
        throw e;
      }
    }
  }

  private Terminals(RunPlan plan, Client client, Database database, int first, Ledger ledger) {
    this.client = client;
    this.ledger = ledger;
    Context context =
        new Context(
            database,
            plan.constants(database.origin()),
            client,
            new DeliveryHints(database.origin().scale().warehouses()),
            Probe.of(client, kinds, client, database.origin().scale(), null),
            ClientNumber.ONLY,
            first,
            ledger::write,
            slice -> {});
    // Each Delivery runs at once, and nothing is noted.
    DeliveryDesk desk = (input, work) -> work.apply(new ArrayList<>());
    this.terminals =
        IntStream.range(0, plan.options().threads)
            .mapToObj(index -> new Terminal(plan, context, index, failures, desk))
            .toList();
  }

  /** Runs the next business transaction of a terminal to its end, whatever its outcome. */
  public void runNext(int terminal) {
    Terminal one = terminals.get(terminal);
    State state = one.job(one.nextKind()).work().get().state();
    if (state == State.UNKNOWN) {
      unknown.increment();
    } else if (!state.isComplete()) {
      failed.increment();
    }
  }

  /** Returns when the work in the background is done, too. */
  public void settle() throws IOException {
    client.settle();
  }

  public Counts counts() {
    return client
        .counters()
        .map(of -> new Counts(of.committed(), of.conflicts(), failed.sum(), unknown.sum()))
        .orElse(Counts.NONE);
  }

  @Override
  public void close() throws IOException {
    try (client;
        ledger) {
      kinds.close();
    }
  }
}
