package io.rowlock.bench.profile;

import io.rowlock.bench.Cluster;
import io.rowlock.bench.ClusterOptions;
import io.rowlock.bench.measure.Environment;
import io.rowlock.bench.measure.Progress;
import io.rowlock.bench.measure.RpcCounter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** A run from the cluster's start to its end. */
final class ProfileRun {
  private final Plan plan;
  private final PrintWriter out;
  private final PrintWriter err;

  ProfileRun(Plan plan, PrintWriter out, PrintWriter err) {
    this.plan = plan;
    this.out = out;
    this.err = err;
  }

  Outcome on(ClusterOptions where) throws IOException {
    err.println("bench profile: looking for HBase, or starting one...");
    err.flush();
    try (Cluster cluster = where.open();
        RpcCounter rpcs = new RpcCounter();
        Connection connection =
            ConnectionFactory.createConnection(rpcs.counting(cluster.configuration()))) {
      Environment environment = Environment.of(cluster);
      announce(environment);
      Audit audit = new Audit(err);
      List<Point> points = measure(connection, new Measurement(plan, rpcs, audit));
      if (!cluster.isEmbedded()) {
        ProfileTable.drop(connection);
      }
      return Outcome.of(plan, environment, points, audit.disagreements());
    }
  }

  private List<Point> measure(Connection connection, Measurement measurement) throws IOException {
    try (Progress progress = Progress.start("profile", plan.totalSeconds(), err)) {
      progress.say("loading " + plan.rows() + " rows");
      ProfileTable.create(connection, plan.rows());
      ProfileTable.load(connection, plan.rows(), plan.seed());
      return new Interleaving(plan, connection, measurement, progress).run();
    }
  }

  private void announce(Environment environment) {
    out.println("Profiles " + plan.profiles() + ", modes " + plan.modes());
    out.printf(
        "Threads %s, %d rounds of %d s, warm-up %d s a point, %d s in all%n",
        plan.threads(),
        plan.rounds(),
        plan.timeSeconds(),
        plan.warmupSeconds(),
        plan.totalSeconds());
    out.printf(
        "Table %s, %d rows in %d regions, rows written from %s, seed %d%n",
        ProfileTable.NAME,
        plan.rows(),
        ProfileTable.REGIONS,
        plan.hot() == null ? "all" : plan.hot() + " hot ones",
        plan.seed());
    out.println(environment);
    out.flush();
  }
}
