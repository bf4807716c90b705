package io.rowlock.bench.tpcc;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.acid.AcidCommand;
import io.rowlock.bench.tpcc.check.CheckCommand;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.LayoutOption;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.ScaleOptions;
import io.rowlock.bench.tpcc.population.TpccTables;
import io.rowlock.bench.tpcc.run.ModesOptions;
import io.rowlock.bench.tpcc.run.RunCommand;
import io.rowlock.bench.tpcc.run.RunOptions;
import io.rowlock.bench.tpcc.run.WholeRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The commands of TPC-C; without one of them, all of prepare, run and check. */
@Command(
    name = "tpcc",
    description = {
      "TPC-C: a database of warehouses, and five kinds of business transactions on it.",
      "Without a command: loads a database, runs tx, checks every row, and runs raw-batched on the"
          + " same data for comparison; or, with --modes, lets modes take turns. Without --quorum"
          + " or --conf, on an embedded HBase (HDFS, ZooKeeper and servers in one JVM)."
    },
    synopsisSubcommandLabel = "[COMMAND]",
    subcommands = {
      PrepareCommand.class,
      RunCommand.class,
      CheckCommand.class,
      AcidCommand.class,
      TpccCommand.CleanupCommand.class
    })
public final class TpccCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private LayoutOption layout;
  @Mixin private ScaleOptions scale;
  @Mixin private RunOptions run;
  @Mixin private ModesOptions modes;
  @Mixin private OutputOptions output;

  @Option(
      names = "--mode",
      paramLabel = "NAME",
      description = "tx, raw, raw-batched, raw-atomic or 2pc (default: tx, and then raw-batched).")
  private @Nullable Mode mode;

  @Override
  public Integer call() throws IOException {
    Layout chosen = layout.layout();
    Origin origin = scale.origin();
    int loaders = scale.loaders();
    run.check(origin);
    modes.check(run, origin.seed());
    cluster.check();
    ResultDirectory directory = output.directory();
    PrintWriter err = spec.commandLine().getErr();
    err.println("bench tpcc: looking for HBase, or starting one...");
    List<String> arguments = spec.commandLine().getParseResult().originalArgs();
    try (Cluster open = cluster.open();
        Connection connection = ConnectionFactory.createConnection(open.configuration())) {
      WholeRun whole =
          new WholeRun(open, connection, arguments, directory, spec.commandLine().getOut(), err);
      var database = whole.load(chosen, origin, loaders);
      WholeRun.Verdict verdict =
          modes.areGiven()
              ? whole.compare(modes, run, origin.seed(), database)
              : whole.run(run, chosenModes(), origin.seed(), database);
      return output.status(!verdict.isConsistent(), verdict.hasMissed());
    }
  }

  private List<Mode> chosenModes() {
    return mode == null ? List.of(Mode.TX, Mode.RAW_BATCHED) : List.of(mode);
  }

  /** {@code bench tpcc cleanup}. */
  @Command(name = "cleanup", description = "Drops what prepare has made on a running HBase.")
  static final class CleanupCommand implements Callable<Integer> {
    @Mixin private ClusterOptions cluster;
    @Mixin private LayoutOption layout;

    @Override
    public Integer call() throws IOException {
      cluster.checkIsLasting();
      try (Cluster open = cluster.open();
          Connection connection = ConnectionFactory.createConnection(open.configuration())) {
        TpccTables.of(connection, layout.layout(), 1).drop();
      }
      return ExitStatus.GOOD;
    }
  }
}
