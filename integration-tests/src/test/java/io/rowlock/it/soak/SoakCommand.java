package io.rowlock.it.soak;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.LayoutOption;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Loader;
import io.rowlock.bench.tpcc.population.Loader.LoadProgress;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.local.RunDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The options of {@code bench soak}, and its exit status. */
@Command(
    name = "soak",
    description = {
      "Lets clients run TPC-C for hours on a cluster that is struck all the time, and checks every"
          + " row again and again."
    },
    footerHeading = "%nWhat happens:%n",
    footer = {
      "  clients     run business transactions in mode tx. The first one lasts; it also",
      "              creates, alters and drops tables. Others are killed and suspended",
      "  strikes     regions are moved, split, merged, flushed, compacted, balanced;",
      "              region servers are killed and suspended",
      "  vacuum      marks locks of deleted rows, and sweeps them an hour later",
      "  checks      all clients rest, every row is checked against all ledgers, and",
      "              the lock cells are counted",
      "  samples     memory, threads, open scanners and sizes over time: samples.csv,",
      "              line by line, and soak.html at the end",
      "The exit status is 3 if a check fails or a client ends by itself, which ends the",
      "soak, or if a lock cannot be settled at the end. With --strict it is 4 if the",
      "heap of the lasting client (after a collection) is more than 1.25 times as large",
      "in the last third as in the middle third, or if its threads are more than 1.1",
      "times as many."
    })
public final class SoakCommand implements Callable<Integer> {
  private static final int LOADERS = 2;
  private static final int PATIENCE_MILLIS = 120_000;

  @Spec private CommandSpec spec;
  @Mixin private SoakPlan plan;
  @Mixin private LayoutOption layout;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    Arguments.check(spec, plan::check);
    Layout chosen = layout.layout();
    Origin origin = Arguments.read(spec, plan::origin);
    ResultDirectory results = output.directory();
    PrintWriter out = spec.commandLine().getOut();
    Outcome outcome;
    try (RunDirectory directory =
            RunDirectory.take(plan.directory.toAbsolutePath().normalize(), "soak");
        SoakCluster cluster = SoakCluster.open(plan, directory.path(), this::say);
        Connection connection =
            ConnectionFactory.createConnection(patient(cluster.cluster().configuration()))) {
      LeftLocks.dropTables(connection);
      Database database = load(connection, chosen, origin);
      say("clients begin, for " + plan.hours + " hours");
      try (SoakRun run =
          new SoakRun(plan, cluster, connection, database, directory, results.path(), this::say)) {
        outcome = run.run();
        publish(outcome, run, results, out);
      }
    }
    return output.status(outcome.failedChecks(), outcome.judgement().targets());
  }

  /** A call that HBase does not answer must not stop all strikes. */
  private static Configuration patient(Configuration configuration) {
    configuration.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, PATIENCE_MILLIS);
    configuration.setInt("hbase.client.sync.wait.timeout.msec", PATIENCE_MILLIS);
    return configuration;
  }

  private Database load(Connection connection, Layout chosen, Origin origin) throws IOException {
    try (Progress progress =
        Progress.start(
            "soak",
            LoadProgress.total(chosen, origin.scale()),
            LoadProgress.UNIT,
            spec.commandLine().getErr())) {
      return new Loader(connection, progress).load(chosen, origin, LOADERS);
    }
  }

  private static void publish(
      Outcome outcome, SoakRun run, ResultDirectory results, PrintWriter out) throws IOException {
    outcome.print(out);
    results.stageJson("summary.json", outcome);
    try {
      results.stage(SoakPage.FILE, SoakPage.of(outcome, run.samples()));
    } catch (LinkageError | InternalError e) {
      results.remove(SoakPage.FILE);
      out.println("No " + SoakPage.FILE + ", as this JDK cannot draw: " + e);
    }
    results.publish(out);
  }

  private void say(String what) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("bench soak: " + what);
    err.flush();
  }
}
