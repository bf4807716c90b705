package io.rowlock.bench.tpcc;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.tpcc.layout.LayoutOption;
import io.rowlock.bench.tpcc.population.TpccTables;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench tpcc cleanup}. */
@Command(name = "cleanup", description = "Drops what prepare has made on a running HBase.")
final class CleanupCommand implements Callable<Integer> {
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
