package io.rowlock.bench.micro.contention;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Measurements;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.RpcDelay;
import io.rowlock.bench.kit.clients.Client;
import io.rowlock.bench.kit.clients.ClientProgram;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.kit.clients.Share;
import io.rowlock.bench.micro.contention.ContentionClient.Window;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The options of {@code bench contention}, and its exit status. */
@Command(
    name = "contention",
    description = {
      "Many threads increment one row; audits read what transfers change.",
      "Without --quorum or --conf, on an embedded HBase (HDFS, ZooKeeper and servers in one JVM)."
    },
    footerHeading = "%nWhat is measured:%n",
    footer = {
      "  read-modify-write  all threads get one counter and put it back with one more",
      "  blind increment    the same by an increment without a result",
      "  raw check-and-put  the same without transactions: get and checkAndMutate,",
      "                     repeated at once until it succeeds",
      "  transfers          two accounts of many read and written, by many threads",
      "  audits             beside the transfers, one thread reads all accounts, by one",
      "                     scan; unvalidated: each account is right by itself",
      "The counters are incremented by one thread and by all threads in turn; every",
      "round begins with another case. Transactions have default settings and go",
      "through TransactionManager.call. Latency: of a whole call, retries and pauses",
      "included. After each window the counter must have grown by what was committed,",
      "and every audit must find the sum the accounts were opened with; else the exit",
      "status is 3. With --clients, processes on this machine do the work, and the",
      "report shows Jain's index of their fairness; audits stay in this process.",
      "CPU us: processor time of the clients and, if --conf names the configuration",
      "of a running scripts/hbase-local, of the servers, by committed transactions.",
      "On a running HBase the table rowlock_bench_contention is made, and dropped at",
      "the end."
    })
public final class ContentionCommand implements Callable<Integer>, ClientProgram {
  @Spec private CommandSpec spec;
  @Mixin private ContentionPlan plan;
  @Mixin private ClusterOptions cluster;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    Arguments.check(spec, plan::check);
    cluster.check();
    return output.publish(new ContentionExperiment(plan), this::measure);
  }

  private void measure(Measurements<Series> all, PrintWriter out, PrintWriter err)
      throws IOException {
    Progress.announce("contention", plan.totalSeconds(), "find or start HBase", err);
    try (Cluster open = cluster.open();
        RpcDelay network = plan.clients.network();
        Connection connection =
            ConnectionFactory.createConnection(network.counting(open.configuration()))) {
      Environment environment = Environment.of(open);
      all.add(environment);
      out.println(environment);
      ContentionTable.create(connection, plan.accounts);
      try (Clients<Window, Share> clients =
              plan.clients.open(spec, open.configuration(), Share.class);
          Auditor auditor = new Auditor(connection, plan.accounts);
          Progress progress = Progress.start("contention", plan.totalSeconds(), err)) {
        new ContentionRun(plan, clients, auditor, cluster.conf(), progress, all).run();
        if (!open.isEmbedded()) {
          ContentionTable.TABLE.drop(connection);
        }
      }
    }
  }

  @Override
  public Client<Window, Share> openClient(Configuration configuration, int number)
      throws IOException {
    return Share.measuring(new ContentionClient(plan, configuration, number));
  }
}
