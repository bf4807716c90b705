package io.rowlock.bench.inserts;

import io.rowlock.bench.inserts.InsertsClient.Window;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Measurements;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.clients.Client;
import io.rowlock.bench.kit.clients.ClientProgram;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.kit.clients.Share;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The options of {@code bench inserts}, and its exit status. */
@Command(
    name = "inserts",
    description = {
      "Lets many users insert small records, with plain HBase and with transactions.",
      "Without --quorum or --conf, on embedded HBases (HDFS, ZooKeeper and servers in one JVM)."
    },
    footerHeading = "%nWhat is measured:%n",
    footer = {
      "  raw          a put of plain HBase",
      "  raw-batched  the same through HBase's AsyncBufferedMutator, which sends every",
      "               2 ms what it has got",
      "  tx           the same put in a transaction",
      "  tx-2row      record and an entry of an index, in another table, in a",
      "               transaction",
      "A record has 400 bytes in 8 fields. A user begins its next insert when the last",
      "one is acknowledged; users are calls under way over one connection, not threads.",
      "With --clients, each client process has so many users.",
      "Every window has new tables; the modes take turns, and every round begins with",
      "another one. All rows are read after every window: where they are not those that",
      "were acknowledged, each whole, the exit status is 3.",
      "With --peer there is a second embedded cluster to which HBase replicates the",
      "data, and the figure is records visible on both: those of a window by the time",
      "from its beginning until all are there.",
      "CPU us: processor time of the clients and, if --conf names the configuration of",
      "a running scripts/hbase-local, of the servers, by inserts.",
      "On a running HBase the tables rowlock_bench_inserts and",
      "rowlock_bench_inserts_index are made, and dropped at the end."
    })
public final class InsertsCommand implements Callable<Integer>, ClientProgram {
  @Spec private CommandSpec spec;
  @Mixin private InsertsPlan plan;
  @Mixin private ClusterOptions cluster;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    cluster.check();
    Arguments.check(spec, () -> plan.check(cluster.isEmbedded()));
    return output.publish(new InsertsExperiment(plan), this::measure);
  }

  private void measure(Measurements<Series> all, PrintWriter out, PrintWriter err)
      throws IOException {
    long seconds = plan.secondsOnCluster() * plan.servers.size();
    Progress.announce("inserts", seconds, "find or start HBase, and to check all rows", err);
    for (int count : plan.servers) {
      try (Cluster open = cluster.open(count, plan.dataNodes(count));
          Progress progress = Progress.start("inserts", plan.secondsOnCluster(), err)) {
        Environment environment = Environment.of(open);
        all.add(environment);
        out.println(environment);
        try (Clients<Window, Share> clients =
                plan.clients.open(spec, open.configuration(), Share.class);
            InsertsRun run = InsertsRun.on(open, cluster.conf(), plan, clients, progress, all)) {
          run.run();
        }
      }
    }
  }

  @Override
  public Client<Window, Share> openClient(Configuration configuration, int number)
      throws IOException {
    return Share.measuring(new InsertsClient(plan, configuration, number));
  }
}
