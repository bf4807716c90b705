package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.RpcCounter;
import io.rowlock.bench.micro.profile.WarmUp.Warming;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** A run from the cluster's start to its end. */
record ProfileRun(Plan plan, PrintWriter out, PrintWriter err) {
  Outcome on(ClusterOptions where) throws IOException {
    err.println("bench profile: looking for HBase, or starting one...");
    try (Cluster cluster = where.open();
        RpcCounter rpcs = new RpcCounter();
        Connection connection =
            ConnectionFactory.createConnection(rpcs.counting(cluster.configuration()))) {
      Environment environment = Environment.of(cluster);
      announce(environment);
      Audit audit = new Audit(err);
      err.println("bench profile: making the tables, of " + plan.rows() + " rows each");
      try (Workloads workloads = Workloads.open(plan, connection, cluster.isEmbedded())) {
        announce(workloads.settings());
        return measure(environment, workloads, new Measurement(plan, rpcs, audit), audit);
      }
    }
  }

  private Outcome measure(
      Environment environment, Workloads workloads, Measurement measurement, Audit audit)
      throws IOException {
    try (Progress progress = Progress.start("profile", plan.totalSeconds(), err)) {
      List<Warming> warmUp = new WarmUp(plan, workloads, measurement, progress).run();
      Points<Series> points = new Interleaving(plan, workloads, measurement, progress).run();
      return Outcome.of(
          plan, environment, workloads.settings(), warmUp, points, audit.disagreements());
    }
  }

  private void announce(Environment environment) {
    out.println("Profiles " + plan.profiles() + ", modes " + plan.modes());
    out.printf(
        "Threads %s, %d rounds of %d s, warm-up %d s a profile and mode, %d s in all%n",
        plan.threads(),
        plan.rounds(),
        plan.timeSeconds(),
        plan.warmupSeconds(),
        plan.totalSeconds());
    out.printf(
        "%d rows in %s, rows written from %s, attempts of a transaction: %s, seed %d%n",
        plan.rows(),
        plan.colocated() ? "1 region" : plan.regions() + " regions",
        plan.hot() == null ? "all" : plan.hot() + " hot ones",
        plan.attempts() == null ? "as many as fit into 30 s" : plan.attempts() + " at most",
        plan.seed());
    out.println(environment);
  }

  private void announce(Map<String, String> settings) {
    settings.forEach((mode, values) -> out.println(mode + ": " + values));
  }
}
