package io.rowlock.bench.micro.profile;

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
import io.rowlock.bench.micro.profile.Measurement.Audit;
import io.rowlock.bench.micro.profile.Measurement.Slot;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The options of {@code bench profile}, and its exit status. */
@Command(
    name = "profile",
    description = {
      "Compares small transactions, done with plain HBase, with Rowlock and, with --peers, with"
          + " other transaction layers, in the same run.",
      "Without --quorum or --conf, on an embedded HBase (HDFS, ZooKeeper and servers in one JVM)."
    },
    footerHeading = "%nWhat is measured:%n",
    footer = {
      "Profiles, with values of 100 bytes, on a table of 4 regions (--colocated: 1):",
      "  practical   (3 writes + 1 read) x 2 rows + 1 read x 1 further row",
      "  worst-case  1 write x 2 rows + 1 read x 1 further row, in this order",
      "  transfer    (1 write + 1 read) x 2 rows, in two regions if there are 4",
      "practical and transfer read first; the order is the same in every mode.",
      "Rows are chosen uniformly, all different within a transaction; with --hot N",
      "the two rows written come from N rows. All modes use the same rows, columns,",
      "durability (SYNC_WAL) and, in one round, choices:",
      "  raw          one RPC for every cell written and row read, one by one",
      "  raw-batched  one multi-get and one batch of puts",
      "  tx           a transaction with default settings: one get a row, puts",
      "               buffered until the commit; in worst-case the rows written",
      "               are not read: their locks come along with the row that is",
      "  tx-batched   the same, but the user's code reads with one multi-get, as",
      "               raw-batched does: these two are to be compared",
      "  haeinsa      the algorithm of Haeinsa (2013), written anew: one RPC after",
      "               the other, 3N + 2M + 1 for N rows written and M only read",
      "  omid         Apache Omid 1.1.3 with its defaults, its server in this JVM;",
      "               puts leave in one batch at the commit",
      "  omid-low-latency  the same, where clients write the commit table",
      "Peers have tables of their own: the same, but for the marks they need. Omid",
      "offers snapshot isolation, the others are serializable.",
      "docs/benchmarks/performance.md describes how modes take turns, and what each",
      "figure counts; latency includes retries and pauses. If the library's counts",
      "are not those of the RPC client, the exit status is 3. The table shows",
      "medians of the rounds, ratios with min..max. Compare ratios, not absolute",
      "figures: client and servers may share one machine.",
      "On a running HBase the table rowlock_bench_profile is made, and dropped at",
      "the end."
    })
public final class ProfileCommand implements Callable<Integer>, ClientProgram {
  @Spec private CommandSpec spec;
  @Mixin private Plan plan;
  @Mixin private ClusterOptions cluster;
  @Mixin private OutputOptions output;

  /** Of the modes, once a client is open. */
  private Map<String, String> settings = Map.of();

  @Override
  public Integer call() throws IOException {
    Arguments.check(spec, plan::check);
    cluster.check();
    return output.publish(new ProfileExperiment(plan), this::measure);
  }

  private void measure(Measurements<Series> all, PrintWriter out, PrintWriter err)
      throws IOException {
    Progress.announce(
        "profile", plan.totalSeconds(), "find or start HBase and to fill the tables", err);
    try (Cluster open = cluster.open();
        Connection connection = ConnectionFactory.createConnection(open.configuration())) {
      Environment environment = Environment.of(open);
      all.add(environment);
      out.println(plan);
      out.println(environment);
      ProfileTable common = ProfileTable.common(plan);
      common.prepare(connection, plan);
      try (Clients<Slot, Share> clients =
              plan.clients.open(spec, open.configuration(), Share.class);
          Progress progress = Progress.start("profile", plan.totalSeconds(), err)) {
        settings.forEach((mode, values) -> out.println(mode + ": " + values));
        all.put("settings", settings);
        Audit audit = new Audit(err, all::addFailedCheck);
        Schedule schedule =
            new Schedule(plan, new Measurement(plan, clients, cluster.conf(), audit), progress);
        schedule.warmUp();
        schedule.measure(all::add);
      } finally {
        if (!open.isEmbedded()) {
          common.drop(connection);
        }
      }
    }
  }

  @Override
  public Client<Slot, Share> openClient(Configuration configuration, int number)
      throws IOException {
    Arguments.check(spec, plan::check);
    ProfileClient client = ProfileClient.open(plan, configuration, cluster.isEmbedded(), number);
    settings = client.settings();
    return Share.measuring(client);
  }
}
