package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.access.Steps;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Layout.TablePlan;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import io.rowlock.bench.tpcc.report.Report.ReportedRun.CheckOutcome;
import io.rowlock.bench.tpcc.report.RunFiles;
import io.rowlock.bench.tpcc.report.RunResult;
import io.rowlock.bench.tpcc.report.RunResult.Regions;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.Intervals.IntervalLine;
import io.rowlock.bench.tpcc.run.ResultMaker.Measured;
import io.rowlock.bench.tpcc.run.Session.Context;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.replication.ReplicationPeerDescription;

/** A run on a loaded database, from the first connection to the files. */
final class TpccRun {
  private final RunPlan plan;
  private final List<String> arguments;
  private final PrintWriter out;

  TpccRun(RunPlan plan, List<String> arguments, PrintWriter out) {
    this.plan = plan;
    this.arguments = List.copyOf(arguments);
    this.out = out;
  }

  /**
   * What was measured; all files are staged, none is published but the ledger.
   *
   * @param connection uncounted
   */
  Finished on(Cluster cluster, Connection connection, Database database, ResultDirectory directory)
      throws IOException {
    Settings settings = settings(connection, database);
    Environment environment = Environment.of(cluster);
    Announcement.print(settings, environment, out);
    Map<String, Integer> before = regions(connection, database);
    if (plan.mode() != Mode.TX) {
      PlainWrites.awaitSight(connection, database, out);
    }
    Measured measured = measure(cluster.configuration(), database, settings, directory);
    Regions regions = new Regions(before, regions(connection, database), peers(connection));
    RunResult result = new ResultMaker(settings, measured).result(plan, environment, regions);
    RunFiles.stage(directory, result, measured.histograms(), measured.deliveryCsv());
    return new Finished(result, measured);
  }

  /** A result, and what it was made of. */
  record Finished(RunResult result, Measured measured) {

    /** For the page. */
    ReportedRun reported(Optional<CheckOutcome> check) {
      Map<Kind, Histogram> latencies = new EnumMap<>(Kind.class);
      for (Kind kind : Kind.values()) {
        latencies.put(kind, measured.histograms().sum(kind));
      }
      return ReportedRun.of(result, latencies, check);
    }
  }

  private Measured measure(
      Configuration configuration, Database database, Settings settings, ResultDirectory directory)
      throws IOException {
    Layout layout = database.layout();
    try (RpcKinds kinds = new RpcKinds();
        Client client =
            Client.open(plan.mode(), kinds.counting(configuration), layout, plan.retries());
        Client plain = Client.open(Mode.RAW_BATCHED, configuration, layout, plan.retries());
        Ledger ledger = Ledger.create(directory.path())) {
      Context context =
          new Context(
              database,
              settings.constants(),
              client,
              new DeliveryHints(database.origin().scale().warehouses()),
              new Probe(client, kinds, plain, database.origin().scale()),
              settings.firstTerminal(),
              ledger::write,
              interval -> {
                out.println(IntervalLine.of(interval, plan.percentile()));
              });
      Measured measured = Session.run(plan, context);
      TwoPhaseCount.print(client, out);
      return measured;
    }
  }

  private Settings settings(Connection connection, Database database) throws IOException {
    RunConstants constants;
    try {
      constants = plan.constants(database.origin());
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
    int terminals = plan.terminals(database.origin().scale());
    int first = new DatabaseNotes(connection).takeTerminals(database.layout(), terminals);
    return SettingsMaker.of(plan, arguments, database, constants, terminals, first);
  }

  private static Map<String, Integer> regions(Connection connection, Database database)
      throws IOException {
    Map<String, Integer> regions = new TreeMap<>();
    try (Admin admin = connection.getAdmin()) {
      int warehouses = database.origin().scale().warehouses();
      for (TablePlan table : database.layout().tables(warehouses, 1)) {
        regions.put(table.name().getNameAsString(), admin.getRegions(table.name()).size());
      }
    }
    return regions;
  }

  private static List<String> peers(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.listReplicationPeers().stream()
          .map(ReplicationPeerDescription::getPeerId)
          .toList();
    }
  }

  /** What mode 2pc does with rows, beside what was counted on paper. */
  static final class TwoPhaseCount {
    private TwoPhaseCount() {}

    /** Nothing of other modes. */
    static void print(Client client, PrintWriter out) {
      Steps steps = client.steps().get("NewOrder");
      if (steps == null || steps.transactions() == 0) {
        return;
      }
      out.printf(
          Locale.ROOT,
          "%nRow operations of a New-Order of mode 2pc, warm-up included: %.1f (counted on paper,"
              + " of ten lines: %d), in %.1f requests; by steps, of %d: %s%n",
          steps.rowOperationsPerTransaction(),
          Steps.expectedOfNewOrder().rowOperations(),
          steps.requestsPerTransaction(),
          steps.transactions(),
          steps.rows());
    }
  }
}
