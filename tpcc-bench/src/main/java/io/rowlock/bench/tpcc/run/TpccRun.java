package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Experiment;
import io.rowlock.bench.kit.Measurements;
import io.rowlock.bench.kit.Pictures;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.clients.ClientOptions;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.report.Report;
import io.rowlock.bench.tpcc.report.Report.Side;
import io.rowlock.bench.tpcc.report.RunFiles;
import io.rowlock.bench.tpcc.report.RunResult;
import io.rowlock.bench.tpcc.report.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run on a loaded database, from the first connection to the files. */
record TpccRun(Site site, Database database) {

  /** A result and its measurements. */
  record Finished(RunResult result, Portion measured, Layout layout) {
    /** Publishes all staged files with the page; the check is null for none. */
    void publish(Site site, Mode mode, @Nullable CheckResult check) throws IOException {
      Pictures.stage(() -> page(mode, check), Experiment.PAGE, site.directory(), site.out());
      site.directory().publish();
      site.out().println("Results: " + site.directory() + ", start with " + Experiment.PAGE);
    }

    private byte[] page(Mode mode, @Nullable CheckResult check) {
      String course =
          "%.0f s, after %.0f s of warm-up"
              .formatted(measured.seconds(), result.settings().load().warmupSeconds());
      Side side = SideBySide.side(mode, List.of(measured), check);
      Report report = new Report(List.of(side), result.constraints());
      ModesExperiment experiment = new ModesExperiment(result.settings(), layout, course, report);
      Measurements<ModeSeries> all = new Measurements<>();
      all.add(result.environment());
      all.add(new ModeSeries(mode).point(1, measured));
      all.end();
      return experiment.page(all.judgedBy(experiment));
    }
  }

  /** Stages all files, publishes only the ledger, and prints the result. */
  Finished run(RunPlan plan) throws IOException {
    Settings settings = settings(plan);
    ResultDirectory directory = site.directory();
    PrintWriter out = site.out();
    Environment environment = Environment.of(site.cluster());
    Announcement.print(settings, environment, out);
    if (plan.stretch().mode() != Mode.TX) {
      PlainWrites.awaitSight(site.connection(), database, out);
    }
    Portion measured = measure(plan, settings);
    RunResult result = new ResultMaker(settings, measured).result(plan, environment);
    RunFiles.stage(directory, result, measured.deliveries(), out);
    FinalReport.print(result, out);
    return new Finished(result, measured, database.layout());
  }

  /** Throws if no transaction completed: the run has failed. */
  static void requireTransactions(Finished finished) throws IOException {
    if (finished.result().totals().transactions() == 0) {
      throw new IOException(
          "No business transaction was completed; the first failure: "
              + finished.measured().firstFailure());
    }
  }

  private Portion measure(RunPlan plan, Settings settings) throws IOException {
    Path directory = site.directory().path();
    Ledger.removeAll(directory);
    ClientOptions options = plan.options().clients;
    try (Clients<Assignment, Portion> clients = site.clients(plan.options())) {
      if (options.areProcesses()) {
        site.out().println("The clients are running; their intervals follow at the end");
        site.out().flush();
      }
      Assignment assignment =
          Assignment.of(plan, settings.constants(), settings.load().firstTerminal(), directory);
      Portion measured = Portion.sum(clients.run(assignment, options.count()));
      if (options.areProcesses()) {
        measured.intervals().stream().map(Intervals::line).forEach(site.out()::println);
      }
      return measured;
    }
  }

  private Settings settings(RunPlan plan) throws IOException {
    int first =
        new DatabaseNotes(site.connection()).takeTerminals(database.layout(), plan.terminals());
    return plan.settings(site.arguments(), database, plan.constants(database.origin()), first);
  }
}
