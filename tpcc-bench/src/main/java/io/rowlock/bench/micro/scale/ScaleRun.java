package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.micro.scale.LockSizes.LockSize;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** A run from the cluster's start to its end. */
final class ScaleRun {
  private final ScalePlan plan;
  private final PrintWriter out;
  private final PrintWriter err;
  private final List<Point<Subject>> points = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private final List<LockSize> locks = new ArrayList<>();

  ScaleRun(ScalePlan plan, PrintWriter out, PrintWriter err) {
    this.plan = plan;
    this.out = out;
    this.err = err;
  }

  Outcome on(ClusterOptions where) throws IOException {
    err.println("bench scale: looking for HBase, or starting one...");
    err.flush();
    try (Cluster cluster = where.open(plan.mostServers());
        Wire wire = new Wire();
        Connection connection =
            ConnectionFactory.createConnection(wire.counting(cluster.configuration()));
        Progress progress = Progress.start("scale", plan.parts().size(), err);
        Lab lab = new Lab(plan, wire, connection, progress)) {
      Environment environment = Environment.of(cluster);
      out.println(environment);
      out.flush();
      if (plan.needsWarmUp()) {
        WarmUp.run(lab);
      }
      for (PartName name : plan.parts()) {
        progress.say(name + ", tables");
        measure(name, lab);
        progress.end(1);
      }
      if (!cluster.isEmbedded()) {
        lab.dropTables();
      }
      Points<Subject> all = new Points<>(points);
      return new Outcome(plan, environment, all.rows(), locks, findings, all);
    }
  }

  private void measure(PartName name, Lab lab) throws IOException {
    switch (name) {
      case ROWS -> measure(new RowsPart(), lab);
      case DELAY -> measure(new DelayPart(), lab);
      case HOT_ROW -> measure(new HotRowPart(), lab);
      case REGIONS -> measure(new RegionsPart(), lab);
      case SERVERS -> measure(new ServersPart(), lab);
      case LOCKS -> locks.addAll(LockSizes.measure(lab));
    }
  }

  private void measure(Part part, Lab lab) throws IOException {
    List<Point<Subject>> measured = part.measure(lab);
    points.addAll(measured);
    findings.addAll(part.judge(plan, new Points<>(measured)));
  }
}
