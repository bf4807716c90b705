package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.tpcc.acid.AcidPlan.Property;
import io.rowlock.bench.tpcc.acid.AcidResult.Finding;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.Database;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;

/** All tests of a plan on an embedded HBase. */
final class AcidRun {
  private final AcidPlan plan;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Path directory;

  /**
   * A run.
   *
   * @param directory for the ledgers of clients
   */
  AcidRun(AcidPlan plan, PrintWriter out, PrintWriter err, Path directory) {
    this.plan = plan;
    this.out = out;
    this.err = err;
    this.directory = directory;
  }

  AcidResult run() throws IOException {
    err.println(
        "bench tpcc acid: starting an HBase with %d region servers"
            .formatted(plan.regionServers()));
    err.flush();
    EmbeddedHBase hbase = EmbeddedHBase.start(plan.regionServers(), Map.of());
    try (Cluster cluster = Cluster.embedded(hbase)) {
      Environment environment = Environment.of(cluster);
      out.println("TPC-C, clause 3: mode " + plan.mode() + ", " + plan.scale());
      out.println("This is about what is right, at a scale that suits it: no figure of speed.");
      out.println(environment);
      out.println(storage(hbase.configuration()));
      Trials trials = new Trials(this::print);
      for (Layout layout : plan.layouts()) {
        run(hbase, layout, trials);
      }
      return new AcidResult(
          plan.mode().toString(), plan.scale(), plan.seed(), environment, trials.findings());
    }
  }

  /** A local file system would lose what it was told to sync. */
  private static String storage(Configuration configuration) throws IOException {
    String root = configuration.get(HConstants.HBASE_DIR, "");
    if (!root.startsWith("hdfs:")) {
      throw new IOException("The embedded HBase is not on HDFS but on " + root);
    }
    String sync = configuration.getBoolean("hbase.wal.hsync", false) ? "hsync" : "hflush";
    return "Storage: " + root + ", durability SYNC_WAL by " + sync;
  }

  private void run(EmbeddedHBase hbase, Layout layout, Trials trials) throws IOException {
    try (Connection connection = hbase.connect()) {
      Databases databases = new Databases(connection, plan, err);
      if (plan.properties().contains(Property.ATOMICITY)
          || plan.properties().contains(Property.ISOLATION)) {
        var unused = databases.load(layout);
        new LayoutTrials(plan, layout, trials).run(hbase.configuration());
        databases.drop(layout);
      }
      if (plan.properties().contains(Property.DURABILITY)) {
        // A fresh one: the tests of isolation have changed prices, which check would find.
        Database database = databases.load(layout);
        new DurabilityTest(hbase, connection, plan, trials, err)
            .run(database, directory.resolve("durability-" + layout.name()));
        databases.drop(layout);
      }
    }
  }

  private void print(Finding finding) {
    out.println(finding);
    out.flush();
  }
}
