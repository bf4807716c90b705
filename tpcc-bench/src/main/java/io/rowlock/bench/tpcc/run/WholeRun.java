package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.check.Checker;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Loader;
import io.rowlock.bench.tpcc.population.Loader.LoadProgress;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.report.Report;
import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import io.rowlock.bench.tpcc.report.Report.ReportedRun.CheckOutcome;
import io.rowlock.bench.tpcc.report.RunResult;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;

/** Load, run and check, then the same business transactions in another mode for comparison. */
public final class WholeRun {
  private static final int CHECKERS = 4;

  private final Cluster cluster;
  private final Connection connection;
  private final List<String> arguments;
  private final ResultDirectory directory;
  private final PrintWriter out;
  private final PrintWriter err;

  public WholeRun(
      Cluster cluster,
      Connection connection,
      List<String> arguments,
      ResultDirectory directory,
      PrintWriter out,
      PrintWriter err) {
    this.cluster = cluster;
    this.connection = connection;
    this.arguments = List.copyOf(arguments);
    this.directory = directory;
    this.out = out;
    this.err = err;
  }

  /** Whether the checked data are consistent, and whether a constraint was missed. */
  public record Verdict(boolean isConsistent, boolean hasMissed) {}

  /** Loads the missing parts of a database. */
  public Database load(Layout layout, Origin origin, int loaders) throws IOException {
    long begin = System.nanoTime();
    try (Progress progress =
        Progress.start(
            "tpcc", LoadProgress.total(layout, origin.scale()), LoadProgress.UNIT, err)) {
      Database database = new Loader(connection, progress).load(layout, origin, loaders);
      out.printf(
          Locale.ROOT,
          "Loaded in %.1f s: layout %s, %s%n",
          (System.nanoTime() - begin) / 1e9,
          layout.name(),
          origin.scale());
      return database;
    }
  }

  /** Runs one mode after the other; checks the data after each mode that keeps it consistent. */
  public Verdict run(RunOptions options, List<Mode> modes, long seed, Database database)
      throws IOException {
    List<ReportedRun> runs = new ArrayList<>();
    boolean isConsistent = true;
    boolean hasMissed = false;
    TpccRun tpcc = new TpccRun(cluster, connection, database, arguments, out);
    for (Mode mode : modes) {
      ResultDirectory below = ResultDirectory.create(directory.path().resolve(mode.toString()));
      TpccRun.Finished finished = tpcc.run(options.plan(mode, seed), below);
      below.publish();
      TpccRun.requireTransactions(finished);
      hasMissed |= Constraints.areMissed(finished.result().constraints());
      Optional<CheckOutcome> check = check(mode, database, below.path());
      isConsistent &= check.map(CheckOutcome::isPassed).orElse(true);
      runs.add(finished.reported(check));
    }
    directory.stage(Report.FILE, Report.of(runs));
    directory.publish();
    compare(runs.stream().map(ReportedRun::result).toList());
    out.println("Results: " + directory + ", start with " + Report.FILE);
    return new Verdict(isConsistent, hasMissed);
  }

  /** Does not check plain HBase, which can break any condition. */
  private Optional<CheckOutcome> check(Mode mode, Database database, Path ledger)
      throws IOException {
    if (mode != Mode.TX && mode != Mode.TWO_PHASE) {
      out.printf("%nThe data are not checked after %s, which may break them.%n", mode);
      return Optional.empty();
    }
    out.printf("%nChecking every row%n");
    try (Progress progress = Progress.start("tpcc", Checker.total(database), Checker.UNIT, err)) {
      CheckResult result =
          new Checker(connection, progress).check(database, List.of(ledger), CHECKERS);
      result.text().forEach(out::println);
      return Optional.of(new CheckOutcome(result.isPassed(), String.join("\n", result.text())));
    }
  }

  /** Runs modes in turns. */
  public Verdict compare(ModesOptions options, RunOptions run, long seed, Database database)
      throws IOException {
    ModesPlan plan = options.plan(run, seed);
    RunPlan first = plan.run();
    Environment environment = Environment.of(cluster);
    // Every window has terminals of its own.
    Settings settings = first.settings(arguments, database, first.constants(database.origin()), 1);
    Announcement.print(settings, environment, out);
    out.printf(
        "Modes in turns: %s; %d rounds, after %d s of warm-up of each%n",
        plan.modes().stream().map(Mode::label).collect(Collectors.joining(", ")),
        plan.windows().count(),
        plan.windows().warmupSeconds());
    PlainWrites.awaitSight(connection, database, out);
    try (Progress progress = Progress.start("tpcc", plan.totalSeconds(), err);
        ModeRounds rounds =
            new ModeRounds(
                plan, cluster.configuration(), connection, database, settings, progress)) {
      rounds.run();
      ModesOutcome outcome =
          ModesOutcome.of(
              plan, settings, environment, database.layout(), rounds.warmup(), rounds.points());
      outcome.stage(directory);
      directory.publish();
      outcome.print(out);
      out.println("Results: " + directory);
      return new Verdict(true, outcome.targets().stream().anyMatch(target -> !target.isMet()));
    }
  }

  private void compare(List<RunResult> results) {
    RunResult first = results.get(0);
    for (RunResult other : results.subList(1, results.size())) {
      out.printf(
          Locale.ROOT,
          "%n%s against %s: %.2fx throughput, %.2fx mean latency. One short run after the other,"
              + " on a JVM that gets warmer: --modes compares in turns.%n",
          first.settings().mode(),
          other.settings().mode(),
          first.totals().transactionsPerSecond() / other.totals().transactionsPerSecond(),
          first.totals().latency().mean() / other.totals().latency().mean());
    }
  }
}
