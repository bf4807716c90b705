package io.rowlock.bench.tpcc;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.LayoutOption;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Loader;
import io.rowlock.bench.tpcc.population.Loader.LoadProgress;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.ScaleOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench tpcc prepare}. */
@Command(
    name = "prepare",
    description = {
      "Loads a database into a running HBase, for run and check.",
      "Killed half-way and started again with the same options, it goes on; where all is loaded"
          + " already, it does nothing."
    })
final class PrepareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private LayoutOption layout;
  @Mixin private ScaleOptions scale;

  @Override
  public Integer call() throws IOException {
    Layout chosen = layout.layout();
    Origin origin = scale.origin();
    int loaders = scale.loaders();
    cluster.checkIsLasting();
    PrintWriter out = spec.commandLine().getOut();
    try (Cluster open = cluster.open();
        Connection connection = ConnectionFactory.createConnection(open.configuration());
        Progress progress =
            Progress.start(
                "tpcc prepare",
                LoadProgress.total(chosen, origin.scale()),
                LoadProgress.UNIT,
                spec.commandLine().getErr())) {
      Database database = new Loader(connection, progress).load(chosen, origin, loaders);
      out.println(
          "Loaded: layout %s, %s, seed %d, C of the load %d"
              .formatted(
                  chosen.name(),
                  database.origin().scale(),
                  database.origin().seed(),
                  database.origin().loadConstant()));
    }
    return ExitStatus.GOOD;
  }
}
