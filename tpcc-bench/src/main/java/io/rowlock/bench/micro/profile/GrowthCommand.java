package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Cluster;
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
import io.rowlock.local.ClusterShape;
import io.rowlock.local.LocalCluster;
import io.rowlock.local.RunDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The options of {@code bench growth}, and its exit status. */
@Command(
    name = "growth",
    description = {
      "Measures transactions on clusters of one, two and more region servers, with clients in"
          + " proportion.",
      "Servers and clients have processes of their own on this machine."
    },
    footerHeading = "%nWhat is measured:%n",
    footer = {
      "Profiles and modes of 'bench profile', on a table of 12 regions.",
      "All processes share the processors of this machine. So that they do not limit",
      "what is measured, there are few threads, and requests are sent later, as by a",
      "network: what remains is whether clients, or servers, stop each other. CPU us",
      "tells how much of the processors a transaction took. During the warm-up each",
      "client has 16 threads and no delay, so that everything is compiled when the",
      "rounds begin.",
      "Conflicts: attempts that lost, by committed transactions. Failed: given up",
      "after all retries, by transactions begun.",
      "The table shows medians of the rounds."
    })
public final class GrowthCommand implements Callable<Integer>, ClientProgram {
  @Spec private CommandSpec spec;
  @Mixin private GrowthPlan plan;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    Arguments.check(spec, plan::check);
    return output.publish(new GrowthExperiment(plan), this::measure);
  }

  private void measure(Measurements<GrowthSeries> all, PrintWriter out, PrintWriter err)
      throws IOException {
    long seconds = plan.servers.stream().mapToLong(count -> plan.on(count).totalSeconds()).sum();
    Progress.announce("growth", seconds, "start servers and to fill the tables", err);
    Audit audit = new Audit(err, all::addFailedCheck);
    try (RunDirectory directory =
        RunDirectory.take(plan.directory.toAbsolutePath().normalize(), "growth")) {
      for (int count : plan.servers) {
        measure(count, directory.path().resolve("servers-" + count), audit, all);
      }
    }
  }

  private void measure(int count, Path directory, Audit audit, Measurements<GrowthSeries> all)
      throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    LocalCluster servers = LocalCluster.attached(directory, new ClusterShape(1, count, Map.of()));
    Plan one = plan.on(count);
    String what = "growth, region servers: " + count;
    try (Progress progress = Progress.start(what, one.totalSeconds(), err)) {
      servers.restart(progress::say);
      Cluster open = Cluster.running(servers.configuration(), "in processes of their own");
      Environment environment = Environment.of(open);
      all.add(environment);
      spec.commandLine().getOut().println(environment);
      try (Connection connection = ConnectionFactory.createConnection(open.configuration())) {
        ProfileTable.common(one).prepare(connection, one);
      }
      try (Clients<Slot, Share> clients =
          one.clients.open(spec, open.configuration(), Share.class)) {
        Measurement measurement = new Measurement(one, clients, servers.conf(), audit);
        Schedule schedule = new Schedule(one, measurement, progress);
        schedule.warmUp();
        schedule.measure(point -> all.add(GrowthSeries.point(count, point)));
      }
    } finally {
      servers.killAll();
    }
  }

  @Override
  public Client<Slot, Share> openClient(Configuration configuration, int number)
      throws IOException {
    Arguments.check(spec, plan::check);
    return Share.measuring(ProfileClient.open(plan.on(1), configuration, false, number));
  }
}
