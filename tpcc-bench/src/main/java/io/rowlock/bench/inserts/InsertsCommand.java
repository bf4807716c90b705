package io.rowlock.bench.inserts;

import io.rowlock.bench.inserts.Outcome.Picture;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Replies;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Sheet;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
      "  raw      a put of plain HBase",
      "  tx       the same put in a transaction",
      "  tx-2row  record and an entry of an index, in another table, in a transaction",
      "A record has 400 bytes in 8 fields. A user begins its next insert when the last",
      "one is acknowledged; users are calls under way over one connection, not threads.",
      "Every window has new tables; the modes take turns, and every round begins with",
      "another one. Rows are counted after every window: where they are not as many as",
      "were acknowledged, the exit status is 3.",
      "With --peer there is a second embedded cluster to which HBase replicates the",
      "data, and the figure is records visible on both: those of a window by the time",
      "from its beginning until all are there.",
      "On a running HBase the tables rowlock_bench_inserts and",
      "rowlock_bench_inserts_index are made, and dropped at the end."
    })
public final class InsertsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--users",
      paramLabel = "N",
      defaultValue = "500",
      description = "Inserts under way at once (default: ${DEFAULT-VALUE}).")
  private int users;

  @Option(
      names = "--ids",
      paramLabel = "KIND",
      split = ",",
      defaultValue = "uuid,seq,seq-salted",
      description =
          "What records are known by: random (uuid), one number after the other (seq), or the same"
              + " behind a byte that spreads them (seq-salted) (default: ${DEFAULT-VALUE}).")
  private List<IdKind> ids = List.of();

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      split = ",",
      defaultValue = "raw,tx,tx-2row",
      description = "See below (default: ${DEFAULT-VALUE}).")
  private List<InsertMode> modes = List.of();

  @Option(
      names = "--servers",
      paramLabel = "N",
      split = ",",
      defaultValue = "1",
      description =
          "Region servers of the embedded HBase; several numbers: one cluster after the other"
              + " (default: ${DEFAULT-VALUE}).")
  private List<Integer> servers = List.of();

  @Option(
      names = "--replication",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Copies of all files of the embedded HBase, in as many datanodes (default: as many as"
              + " there are region servers).")
  private int replication;

  @Option(
      names = "--presplit",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "Regions of the table of records, in equal parts by the first byte of the id (default:"
              + " ${DEFAULT-VALUE}).")
  private int regions;

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "Length of a window: one case in one round (default: ${DEFAULT-VALUE}).")
  private int time;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "Of every case, in turns, before the first round (default: ${DEFAULT-VALUE}; 0: none).")
  private int warmup;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often every case is measured (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "For random ids (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--peer",
      description = "Replicate to a second embedded cluster, and count what is visible on both.")
  private boolean peer;

  @Mixin private ClusterOptions cluster;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    InsertsPlan plan = plan();
    cluster.check();
    if (!cluster.isEmbedded() && (plan.peer() || plan.servers().size() > 1)) {
      throw Arguments.wrong(spec, "--peer and several --servers are for embedded clusters only");
    }
    ResultDirectory directory = output.directory();
    PrintWriter out = spec.commandLine().getOut();
    Outcome outcome = measure(plan, out, spec.commandLine().getErr());
    outcome.print(out);
    directory.stageJson("summary.json", outcome);
    Sheet.stage(() -> Picture.of(outcome.rows()), "inserts.png", directory, out);
    directory.publish(out);
    return output.status(outcome.failedChecks(), List.of());
  }

  private InsertsPlan plan() {
    return Arguments.read(
        spec,
        () ->
            new InsertsPlan(
                users,
                ids,
                modes,
                servers,
                replication,
                regions,
                time,
                warmup,
                rounds,
                seed,
                peer));
  }

  private Outcome measure(InsertsPlan plan, PrintWriter out, PrintWriter err) throws IOException {
    List<Environment> environments = new ArrayList<>();
    List<Point<Series>> points = new ArrayList<>();
    List<String> failedChecks = new ArrayList<>();
    for (int count : plan.servers()) {
      err.println("bench inserts: looking for HBase, or starting one...");
      try (Cluster open = cluster.open(count, plan.dataNodes(count));
          Progress progress = Progress.start("inserts", plan.secondsOnCluster(), err)) {
        Environment environment = Environment.of(open);
        environments.add(environment);
        out.println(environment);
        try (Connection connection = ConnectionFactory.createConnection(open.configuration());
            AsyncConnection plain =
                Replies.await(ConnectionFactory.createAsyncConnection(open.configuration()));
            Peer second = plan.peer() ? Peer.of(connection) : null;
            InsertsRun run =
                new InsertsRun(
                    plan,
                    environment.cluster().regionServers(),
                    connection,
                    plain,
                    second,
                    progress)) {
          run.run();
          points.addAll(run.points());
          failedChecks.addAll(run.failedChecks());
        }
      }
    }
    return Outcome.of(plan, environments, new Points<>(points), failedChecks);
  }
}
