package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.micro.scale.LockSizes.LockSize;
import io.rowlock.bench.micro.scale.Part.Finding;
import io.rowlock.bench.micro.scale.Part.PartName;
import io.rowlock.bench.micro.scale.ScaleTable.Keys;
import io.rowlock.bench.micro.scale.Task.Case;
import io.rowlock.bench.micro.scale.Task.PlainTask;
import io.rowlock.bench.micro.scale.Task.TransactionTask.Reading;
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
    try (Cluster cluster = where.open(plan.mostServers());
        Wire wire = new Wire();
        Connection connection =
            ConnectionFactory.createConnection(wire.counting(cluster.configuration()));
        Progress progress = Progress.start("scale", plan.parts().size(), err);
        Lab lab = new Lab(plan, wire, connection, progress)) {
      Environment environment = Environment.of(cluster);
      out.println(environment);
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

  /**
   * What comes before the first part: all kinds of work take turns, until the JVM has compiled what
   * client and servers run.
   */
  static final class WarmUp {
    private static final int REGIONS = 4;
    private static final int THREADS = 8;
    private static final int MANY_ROWS = 20;

    private WarmUp() {}

    static void run(Lab lab) throws IOException {
      ScaleTable table = lab.table("warm_up", REGIONS, 1);
      Keys.Choice two = Keys.readAndWritten(table, 2, 2);
      Keys.Choice many = Keys.readAndWrittenAndOthersRead(table, MANY_ROWS, MANY_ROWS, REGIONS);
      Keys.Choice unread = Keys.written(table, MANY_ROWS, 1);
      Keys.Choice one = Keys.readAndWritten(table, 1, 1);
      List<Task> tasks =
          List.of(
              lab.transaction(table, one, Reading.AT_ONCE),
              lab.transaction(table, two, Reading.ONE_BY_ONE),
              lab.transaction(table, many, Reading.AT_ONCE),
              lab.transaction(table, unread, Reading.AT_ONCE),
              new PlainTask(lab.connection(), lab.waves(), table.name(), unread, true),
              new PlainTask(lab.connection(), lab.waves(), table.name(), two, false));
      List<Case> cases = new ArrayList<>();
      for (Task task : tasks) {
        cases.add(new Case(Subject.of(PartName.ROWS, "warm-up").threads(THREADS), task));
      }
      lab.warmUp(cases);
    }
  }
}
