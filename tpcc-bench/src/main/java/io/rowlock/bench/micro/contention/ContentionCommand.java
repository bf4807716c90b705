package io.rowlock.bench.micro.contention;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.clients.ClientServer;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.micro.contention.ContentionClient.Sample;
import io.rowlock.bench.micro.contention.ContentionClient.Task;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
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
      "  transfers          two accounts of many read and written, by many threads",
      "  audits             beside the transfers, one thread reads all accounts at once",
      "The counters are incremented by one thread and by all threads in turn; every",
      "round begins with another case. Transactions have default settings and go",
      "through TransactionManager.call. Latency: of a whole call, retries and pauses",
      "included. After each window the counter must have grown by what was committed,",
      "and every audit must find the sum the accounts were opened with; else the exit",
      "status is 3.",
      "CPU us: processor time by committed transactions, of transfers with the audits",
      "beside them: of this process, with an embedded HBase servers too; with",
      "--clients, of the client processes. Servers: of an embedded HBase beside",
      "--clients, or of the scripts/hbase-local whose configuration --conf names.",
      "With --clients N all threads of N processes meet at the same rows; the single",
      "thread and the audits run in the first of them.",
      "On a running HBase the table rowlock_bench_contention is made, and dropped at",
      "the end."
    })
public final class ContentionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ContentionPlan plan;
  @Mixin private ClusterOptions cluster;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    Arguments.check(spec, plan::check);
    cluster.check();
    if (plan.clients.isClient()) {
      return ClientServer.serve(new ContentionClients(plan));
    }
    ResultDirectory directory = output.directory();
    PrintWriter out = spec.commandLine().getOut();
    Outcome outcome = measure(out, spec.commandLine().getErr());
    outcome.print(out);
    directory.stageJson("summary.json", outcome);
    directory.publish(out);
    return output.status(outcome.failedChecks(), outcome.targets());
  }

  private Outcome measure(PrintWriter out, PrintWriter err) throws IOException {
    err.println("bench contention: looking for HBase, or starting one...");
    try (Cluster open = cluster.open();
        Connection connection = ConnectionFactory.createConnection(open.configuration());
        Progress progress = Progress.start("contention", plan.totalSeconds(), err)) {
      Environment environment = Environment.of(open);
      out.println(environment);
      out.println(plan.clients + ", " + plan.delay);
      ContentionTable.create(connection, plan.accounts);
      try (Clients<Task, Sample> clients =
              plan.clients.open(new ContentionClients(plan), open, cluster.conf(), spec);
          ContentionRun run = new ContentionRun(plan, clients, connection, progress)) {
        run.run();
        if (!open.isEmbedded()) {
          ContentionTable.TABLE.drop(connection);
        }
        return Outcome.of(plan, environment, run.points(), run.failedChecks());
      }
    }
  }
}
