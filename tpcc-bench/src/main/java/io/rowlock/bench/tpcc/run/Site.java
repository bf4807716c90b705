package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Results;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.check.Checker;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Loader;
import io.rowlock.bench.tpcc.population.Loader.LoadProgress;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.report.Report;
import io.rowlock.bench.tpcc.report.Report.Side;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.ModeRounds.Ground;
import io.rowlock.bench.tpcc.run.ModeRounds.Windows;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Model.CommandSpec;

/** Where runs take place, and where they report. */
public record Site(
    Cluster cluster, Connection connection, ResultDirectory directory, CommandSpec command) {
  private static final int CHECKERS = 4;

  List<String> arguments() {
    return List.copyOf(command.commandLine().getParseResult().originalArgs());
  }

  PrintWriter out() {
    return command.commandLine().getOut();
  }

  PrintWriter err() {
    return command.commandLine().getErr();
  }

  /** Opens the clients of a run on loaded databases. */
  Clients<Assignment, Portion> clients(RunOptions options) throws IOException {
    return options.clients.open(command, cluster.configuration(), Portion.class);
  }

  /** Whether the checked data are consistent, and whether a constraint or target was missed. */
  public record Verdict(boolean isConsistent, boolean hasMissed) {}

  /** Loads the missing parts of a database. */
  public Database load(Layout layout, Origin origin, int loaders) throws IOException {
    return load(layout, origin, loader -> loader.load(layout, origin, loaders));
  }

  /** Loads the missing parts of a database of plain HBase. */
  Database loadPlain(Layout layout, Origin origin, int loaders) throws IOException {
    return load(layout, origin, loader -> loader.loadPlain(layout, origin, loaders));
  }

  private interface Loading {
    Database by(Loader loader) throws IOException;
  }

  private Database load(Layout layout, Origin origin, Loading loading) throws IOException {
    long begin = System.nanoTime();
    try (Progress progress =
        Progress.start(
            "tpcc", LoadProgress.total(layout, origin.scale()), LoadProgress.UNIT, err())) {
      Database database = loading.by(new Loader(connection, progress));
      out()
          .printf(
              Locale.ROOT,
              "Loaded in %.1f s: layout %s, %s%n",
              (System.nanoTime() - begin) / 1e9,
              layout.name(),
              origin.scale());
      return database;
    }
  }

  /** Describes modes in turns before they begin. */
  Settings announce(ModesPlan plan, Environment environment, Database database) {
    RunPlan first = plan.run();
    // Every window has terminals of its own.
    Settings settings =
        first.settings(arguments(), database, first.constants(database.origin()), 1);
    Announcement.print(settings, environment, out());
    out()
        .printf(
            "Modes in turns: %s; %s%n",
            plan.modes().stream().map(Mode::label).collect(Collectors.joining(", ")),
            plan.course());
    return settings;
  }

  /** Runs modes in turns, each on its ground. */
  void measure(ModesPlan plan, Map<Mode, Ground> grounds, Settings settings, Windows windows)
      throws IOException {
    try (Progress progress = Progress.start("tpcc", plan.totalSeconds(), err());
        Clients<Assignment, Portion> clients = clients(plan.run().options())) {
      DatabaseNotes notes = new DatabaseNotes(connection);
      new ModeRounds(plan, clients, notes, grounds, settings, progress, windows).run();
    }
  }

  /** Publishes what was measured of modes in turns, and what was checked so far. */
  Results<ModeSeries> publish(
      ModesPlan plan,
      Settings settings,
      Layout layout,
      Windows windows,
      Map<Mode, CheckResult> checks)
      throws IOException {
    List<Side> sides =
        plan.modes().stream()
            .filter(windows.of()::containsKey)
            .map(
                mode ->
                    SideBySide.side(
                        mode, windows.of().getOrDefault(mode, List.of()), checks.get(mode)))
            .toList();
    ModesExperiment experiment =
        new ModesExperiment(settings, layout, plan.course(), new Report(sides, List.of()));
    Results<ModeSeries> results = windows.all().judgedBy(experiment);
    experiment.publish(results, directory, out());
    return results;
  }

  CheckResult check(Database database, List<Path> ledgers) throws IOException {
    out().printf("%nChecking every row, layout %s%n", database.layout().name());
    try (Progress progress = Progress.start("tpcc", Checker.total(database), Checker.UNIT, err())) {
      CheckResult result = new Checker(connection, progress).check(database, ledgers, CHECKERS);
      result.text().forEach(out()::println);
      return result;
    }
  }
}
