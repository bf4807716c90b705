package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.ModePoint.ModeRow;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import io.rowlock.bench.tpcc.run.ModesOutcome.ModeRatio;
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

  /** A comparison of modes for people: medians of the rounds, ratios with their spread. */
  static final class ModesText {
    private static final Table<ModeRow> TABLE =
        new Table<ModeRow>()
            .column("mode", -14, ModeRow::mode)
            .number("tx/s", 9, 1, row -> row.txPerSecond().median())
            .number("NOPM", 9, 0, row -> row.nopm().median())
            .number("mean ms", 9, 2, row -> row.meanMillis().median())
            .number("p95 ms", 9, 2, row -> row.p95Millis().median())
            .number("conflicts", 10, 4, row -> row.conflictsPerTx().median())
            .column("failures", 9, ModeRow::failures)
            .number("RPCs/tx", 8, 2, row -> row.rpcsPerTx().median())
            .number("rows/tx", 9, 2, row -> row.rowMutationsPerTx().median());

    private ModesText() {}

    static void print(ModesOutcome outcome, PrintWriter out) {
      TABLE.print("medians of " + outcome.rounds(), outcome.rows(), out);
      out.println();
      for (ModeRatio ratio : outcome.ratios()) {
        out.printf(
            "%s / %s: throughput %s, mean latency %s%n",
            ratio.mode(), ratio.over(), ratio.throughput().times(), ratio.meanLatency().times());
      }
      out.println();
      outcome.targets().forEach(out::println);
      if (!outcome.settings().banner().isEmpty()) {
        out.println(outcome.settings().banner());
      }
      out.println("The data are not checked: modes without transactions break them.");
    }
  }
}
