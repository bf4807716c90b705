package io.rowlock.bench.tpcc.run;

import io.rowlock.RetryPolicy;
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
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import io.rowlock.bench.tpcc.report.Report.ReportedRun.CheckOutcome;
import io.rowlock.bench.tpcc.report.RunFiles;
import io.rowlock.bench.tpcc.report.RunResult;
import io.rowlock.bench.tpcc.report.RunResult.Regions;
import io.rowlock.bench.tpcc.report.Settings;
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
import org.jspecify.annotations.Nullable;

/** A run on a loaded database, from the first connection to the files. */
final class TpccRun {
  private final Cluster cluster;

  /** The connection whose requests are not counted. */
  private final Connection connection;

  private final Database database;
  private final List<String> arguments;
  private final PrintWriter out;

  TpccRun(
      Cluster cluster,
      Connection connection,
      Database database,
      List<String> arguments,
      PrintWriter out) {
    this.cluster = cluster;
    this.connection = connection;
    this.database = database;
    this.arguments = List.copyOf(arguments);
    this.out = out;
  }

  /** A result and its measurements. */
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

  /** Stages all files, publishes only the ledger, and prints the result. */
  Finished run(RunPlan plan, ResultDirectory directory) throws IOException {
    Settings settings = settings(plan);
    Environment environment = Environment.of(cluster);
    Announcement.print(settings, environment, out);
    Map<String, Integer> before = regions();
    if (plan.mode() != Mode.TX) {
      PlainWrites.awaitSight(connection, database, out);
    }
    Measured measured = measure(plan, settings, directory);
    Regions regions = new Regions(before, regions(), peers());
    RunResult result = new ResultMaker(settings, measured).result(plan, environment, regions);
    RunFiles.stage(directory, result, measured.histograms(), measured.deliveryCsv());
    FinalReport.print(result, out);
    if (plan.options().printsHistogram) {
      FinalReport.printHistograms(measured.histograms(), out);
    }
    return new Finished(result, measured);
  }

  /** Throws if no transaction completed: the run has failed. */
  static void requireTransactions(Finished finished) throws IOException {
    if (finished.result().totals().transactions() == 0) {
      throw new IOException(
          "No business transaction was completed; the first failure: "
              + finished.measured().firstFailure());
    }
  }

  private Measured measure(RunPlan plan, Settings settings, ResultDirectory directory)
      throws IOException {
    Layout layout = database.layout();
    RetryPolicy retries = plan.options().retryPolicy();
    Configuration configuration = cluster.configuration();
    try (RpcKinds kinds = new RpcKinds();
        Client client = Client.open(plan.mode(), kinds.counting(configuration), layout, retries);
        Client plain = Client.open(Mode.RAW_BATCHED, configuration, layout, retries);
        Ledger ledger = Ledger.create(directory.path())) {
      Scale scale = database.origin().scale();
      Context context =
          new Context(
              database,
              settings.constants(),
              client,
              new DeliveryHints(scale.warehouses()),
              Probe.of(client, kinds, plain, scale, null),
              settings.firstTerminal(),
              ledger::write,
              slice -> out.println(line(slice, settings)));
      Measured measured = Measured.of(List.of(Session.run(plan, context)), settings.percentile());
      printSteps(measured.newOrderSteps());
      return measured;
    }
  }

  private static String line(Slice slice, Settings settings) {
    return Intervals.line(slice.interval(settings.percentile()), settings.percentile());
  }

  /** In mode 2pc, prints the steps with rows beside the expected counts. */
  private void printSteps(@Nullable Steps steps) {
    if (steps != null && steps.transactions() > 0) {
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

  private Settings settings(RunPlan plan) throws IOException {
    try {
      RunConstants constants = plan.constants(database.origin());
      int terminals = plan.terminals(database.origin().scale());
      int first = new DatabaseNotes(connection).takeTerminals(database.layout(), terminals);
      return plan.settings(arguments, database, constants, first);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Map<String, Integer> regions() throws IOException {
    Map<String, Integer> regions = new TreeMap<>();
    try (Admin admin = connection.getAdmin()) {
      int warehouses = database.origin().scale().warehouses();
      for (TablePlan table : database.layout().tables(warehouses, 1)) {
        regions.put(table.name().getNameAsString(), admin.getRegions(table.name()).size());
      }
    }
    return regions;
  }

  private List<String> peers() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.listReplicationPeers().stream()
          .map(ReplicationPeerDescription::getPeerId)
          .toList();
    }
  }
}
