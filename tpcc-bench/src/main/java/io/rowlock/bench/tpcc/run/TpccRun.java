package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.clients.ClientOptions;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.Steps;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.check.Ledger;
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
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.replication.ReplicationPeerDescription;
import org.jspecify.annotations.Nullable;

/** A run on a loaded database, from the first connection to the files. */
record TpccRun(Site site, Database database) {

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
  Finished run(RunPlan plan) throws IOException {
    Settings settings = settings(plan);
    ResultDirectory directory = site.directory();
    PrintWriter out = site.out();
    Environment environment = Environment.of(site.cluster());
    Announcement.print(settings, environment, out);
    Map<String, Integer> before = regions();
    if (plan.mode() != Mode.TX) {
      PlainWrites.awaitSight(site.connection(), database, out);
    }
    Measured measured = measure(plan, settings);
    Regions regions = new Regions(before, regions(), peers());
    RunResult result = new ResultMaker(settings, measured).result(plan, environment, regions);
    RunFiles.stage(directory, result, measured.histograms(), measured.deliveryCsv(), out);
    FinalReport.print(result, out);
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

  private Measured measure(RunPlan plan, Settings settings) throws IOException {
    Path directory = site.directory().path();
    Ledger.removeAll(directory);
    ClientOptions options = plan.options().clients;
    try (Clients<Assignment, Portion> clients = site.clients(plan.options())) {
      if (options.areProcesses()) {
        site.out().println("The clients are running; their intervals follow at the end");
        site.out().flush();
      }
      Assignment assignment =
          Assignment.of(plan, settings.constants(), settings.firstTerminal(), directory);
      Measured measured =
          Measured.of(clients.run(assignment, options.count()), settings.percentile());
      if (options.areProcesses()) {
        measured.intervals().stream()
            .map(interval -> Intervals.line(interval, settings.percentile()))
            .forEach(site.out()::println);
      }
      printSteps(measured.newOrderSteps());
      return measured;
    }
  }

  /** In mode 2pc, prints the steps with rows beside the expected counts. */
  private void printSteps(@Nullable Steps steps) {
    if (steps != null && steps.transactions() > 0) {
      site.out()
          .printf(
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
      int first = new DatabaseNotes(site.connection()).takeTerminals(database.layout(), terminals);
      return plan.settings(site.arguments(), database, constants, first);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Map<String, Integer> regions() throws IOException {
    Map<String, Integer> regions = new TreeMap<>();
    try (Admin admin = site.connection().getAdmin()) {
      int warehouses = database.origin().scale().warehouses();
      for (TablePlan table : database.layout().tables(warehouses, 1)) {
        regions.put(table.name().getNameAsString(), admin.getRegions(table.name()).size());
      }
    }
    return regions;
  }

  private List<String> peers() throws IOException {
    try (Admin admin = site.connection().getAdmin()) {
      return admin.listReplicationPeers().stream()
          .map(ReplicationPeerDescription::getPeerId)
          .toList();
    }
  }
}
