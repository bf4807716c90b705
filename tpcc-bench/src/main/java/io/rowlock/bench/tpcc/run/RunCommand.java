package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Warmth;
import io.rowlock.bench.kit.clients.ClientProgram;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.LayoutOption;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench tpcc run}. */
@Command(
    name = "run",
    description = {
      "Runs business transactions on a database that prepare has loaded.",
      "With --clients, that many processes on this machine have --threads terminals each, and"
          + " divide --count among them. Each writes a ledger of its own, ledger-N.csv."
    })
public final class RunCommand implements Callable<Integer>, ClientProgram {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private LayoutOption layout;
  @Mixin private RunOptions run;
  @Mixin private OutputOptions output;

  @Option(
      names = "--mode",
      paramLabel = "NAME",
      defaultValue = "tx",
      description = "tx, raw, raw-batched or 2pc (default: ${DEFAULT-VALUE}).")
  private Mode mode = Mode.TX;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the inputs (default: drawn, and printed).")
  private @Nullable Long seed;

  @Option(
      names = "--cold",
      description =
          "Report the classes, methods and code that this client has needed after each minute,"
              + " beside the throughput of the minute. Give --time 120 and no --warmup.")
  private boolean isCold;

  @Override
  public Integer call() throws IOException {
    RunPlan plan =
        run.plan(mode, seed == null ? ThreadLocalRandom.current().nextLong(1L << 31) : seed);
    Layout chosen = layout.layout();
    if (isCold && run.clients.areProcesses()) {
      throw Arguments.wrong(spec, "--cold is of this process, not of --clients");
    }
    cluster.checkIsLasting();
    ResultDirectory directory = output.directory();
    try (Warmth warmth = isCold ? Warmth.start() : null;
        Cluster open = cluster.open();
        Connection connection = ConnectionFactory.createConnection(open.configuration())) {
      Database database = new DatabaseNotes(connection).open(chosen);
      Site site = new Site(open, connection, directory, spec);
      TpccRun.Finished finished = new TpccRun(site, database).run(plan);
      if (warmth != null) {
        report(warmth, finished, directory);
      }
      finished.publish(site, mode, null);
      TpccRun.requireTransactions(finished);
      return output.status(false, Constraints.areMissed(finished.result().constraints()));
    }
  }

  private void report(Warmth warmth, TpccRun.Finished finished, ResultDirectory directory)
      throws IOException {
    Instant begin = Instant.ofEpochMilli(finished.measured().startMillis());
    List<ColdMinute> minutes = ColdMinute.of(warmth, begin, finished.result().intervals());
    ColdMinute.TABLE.print("cold", minutes, spec.commandLine().getOut());
    directory.stageJson(ColdMinute.FILE, minutes);
  }

  @Override
  public TpccClient openClient(Configuration configuration, int number) throws IOException {
    return new TpccClient(run, number, cluster.conf(), spec.commandLine().getOut())
        .open(Map.of(mode, layout.layout()), configuration);
  }
}
