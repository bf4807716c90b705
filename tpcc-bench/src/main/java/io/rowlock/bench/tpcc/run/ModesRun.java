package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;

/** A comparison of modes on a loaded database. */
final class ModesRun {
  private final ModesPlan plan;
  private final List<String> arguments;
  private final PrintWriter out;
  private final PrintWriter err;

  ModesRun(ModesPlan plan, List<String> arguments, PrintWriter out, PrintWriter err) {
    this.plan = plan;
    this.arguments = List.copyOf(arguments);
    this.out = out;
    this.err = err;
  }

  ModesOutcome on(Cluster cluster, Connection connection, Database database) throws IOException {
    Environment environment = Environment.of(cluster);
    Settings settings = settings(database);
    announce(settings, environment);
    PlainWrites.awaitSight(connection, database, out);
    try (Progress progress = Progress.start("tpcc", plan.totalSeconds(), err);
        ModeRounds rounds =
            new ModeRounds(
                plan, cluster.configuration(), connection, database, settings, progress)) {
      rounds.run();
      return ModesOutcome.of(
          plan, settings, environment, database.layout(), rounds.warmup(), rounds.points());
    }
  }

  /** Every window has terminals of its own. */
  private Settings settings(Database database) {
    RunPlan run = plan.run();
    return SettingsMaker.of(
        run,
        arguments,
        database,
        run.constants(database.origin()),
        run.terminals(database.origin().scale()),
        1);
  }

  private void announce(Settings settings, Environment environment) {
    Announcement.print(settings, environment, out);
    out.printf(
        "Modes in turns: %s; %d rounds, after %d s of warm-up of each%n",
        plan.modes().stream().map(String::valueOf).collect(Collectors.joining(", ")),
        plan.rounds(),
        plan.warmup());
  }
}
