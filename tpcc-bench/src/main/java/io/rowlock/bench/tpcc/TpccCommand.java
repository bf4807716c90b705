package io.rowlock.bench.tpcc;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.clients.ClientProgram;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.check.CheckCommand;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.LayoutOption;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.ScaleOptions;
import io.rowlock.bench.tpcc.population.TpccTables;
import io.rowlock.bench.tpcc.run.ModesOptions;
import io.rowlock.bench.tpcc.run.RunCommand;
import io.rowlock.bench.tpcc.run.RunOptions;
import io.rowlock.bench.tpcc.run.SideBySide;
import io.rowlock.bench.tpcc.run.Site;
import io.rowlock.bench.tpcc.run.TpccClient;
import io.rowlock.bench.tpcc.run.WholeRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
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
      "Without a command: loads two databases, lets Rowlock and plain HBase take turns, each on its"
          + " own, and checks every row of both. With --mode: loads one, runs that mode and checks"
          + " it. With --modes: lets modes take turns on one. Without --quorum or --conf, on an"
          + " embedded HBase (HDFS, ZooKeeper and servers in one JVM).",
      "With --clients, that many processes on this machine have --threads terminals each, and"
          + " divide --count among them. Figures are of all together, and the check reads the"
          + " ledgers of all."
    },
    synopsisSubcommandLabel = "[COMMAND]",
    subcommands = {
      PrepareCommand.class,
      RunCommand.class,
      CheckCommand.class,
      TpccCommand.CleanupCommand.class
    })
public final class TpccCommand implements Callable<Integer>, ClientProgram {
  /** Enough for plain HBase to lose updates within seconds. */
  private static final int THREADS_SIDE_BY_SIDE = 8;

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
      description = "tx, raw, raw-batched or 2pc, by itself.")
  private @Nullable Mode mode;

  @Override
  public Integer call() throws IOException {
    var unused = layout.layout();
    Origin origin = scale.origin();
    int loaders = scale.loaders();
    chooseThreads();
    long inTurns = modes.totalSeconds(run, origin.seed());
    cluster.check();
    ResultDirectory directory = output.directory();
    PrintWriter err = spec.commandLine().getErr();
    long seconds = mode == null ? inTurns : run.totalSeconds(mode, origin.seed());
    Progress.announce("tpcc", seconds, "start HBase, load and check", err);
    try (Cluster open = cluster.open();
        Connection connection = ConnectionFactory.createConnection(open.configuration())) {
      Site site = new Site(open, connection, directory, spec);
      Site.Verdict verdict = run(site, origin, loaders);
      return output.status(!verdict.isConsistent(), verdict.hasMissed());
    }
  }

  private Site.Verdict run(Site site, Origin origin, int loaders) throws IOException {
    if (mode != null) {
      Database database = site.load(layout.layout(), origin, loaders);
      return new WholeRun(site).run(run, mode, origin.seed(), database);
    }
    if (modes.areGiven()) {
      Database database = site.load(layout.layout(), origin, loaders);
      return new WholeRun(site).compare(modes, run, origin.seed(), database);
    }
    return new SideBySide(site).run(modes, run, layout.or(Layout.ONETABLE), origin, loaders);
  }

  private boolean isSideBySide() {
    return mode == null && !modes.areGiven();
  }

  private void chooseThreads() {
    if (isSideBySide() && !spec.commandLine().getParseResult().hasMatchedOption("--threads")) {
      run.useThreads(THREADS_SIDE_BY_SIDE);
    }
  }

  @Override
  public TpccClient openClient(Configuration configuration, int number) throws IOException {
    chooseThreads();
    PrintWriter lines = mode == null ? null : spec.commandLine().getOut();
    return new TpccClient(run, number, cluster.conf(), lines).open(layouts(), configuration);
  }

  private Map<Mode, Layout> layouts() {
    if (isSideBySide()) {
      return SideBySide.layouts(layout.or(Layout.ONETABLE));
    }
    return mode == null ? modes.on(layout.layout()) : Map.of(mode, layout.layout());
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
        TpccTables.of(connection, layout.layout().beside(), 1).drop();
      }
      return ExitStatus.GOOD;
    }
  }
}
