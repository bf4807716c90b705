package io.rowlock.it.acid;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Loader;
import io.rowlock.bench.tpcc.population.Loader.LoadProgress;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.TpccTables;
import io.rowlock.it.acid.AcidPlan.Property;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;

/** All tests of a plan on an embedded HBase; the directory is for the ledgers of clients. */
record AcidRun(AcidPlan plan, PrintWriter out, PrintWriter err, Path directory) {
  AcidResult run() throws IOException {
    err.println(
        "bench tpcc acid: starting an HBase with %d region servers".formatted(plan.regionServers));
    EmbeddedHBase hbase = EmbeddedHBase.start(plan.regionServers, Map.of());
    try (Cluster cluster = Cluster.embedded(hbase)) {
      Environment environment = Environment.of(cluster);
      out.println("TPC-C, clause 3: mode " + plan.mode + ", " + plan.scale());
      out.println("This tests correctness, at a scale that suits it: no figure of speed.");
      out.println(environment);
      out.println(storage(hbase.configuration()));
      Trials trials = new Trials(out::println);
      for (Layout layout : plan.layouts()) {
        run(hbase, layout, trials);
      }
      return new AcidResult(
          plan.mode.toString(), plan.scale(), plan.seed, environment, trials.findings());
    }
  }

  /** Datanodes keep synced data, which a local file system would lose. */
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
      if (plan.tests.contains(Property.ATOMICITY) || plan.tests.contains(Property.ISOLATION)) {
        var unused = databases.load(layout);
        new LayoutTrials(plan, layout, trials).run(hbase.configuration());
        databases.drop(layout);
      }
      if (plan.tests.contains(Property.DURABILITY)) {
        // A fresh one: the tests of isolation have changed prices, which check would find.
        Database database = databases.load(layout);
        new Durability(hbase, connection, plan, trials, err)
            .run(database, directory.resolve("durability-" + layout.name()));
        databases.drop(layout);
      }
    }
  }

  /** Fresh databases for the tests. */
  record Databases(Connection connection, AcidPlan plan, PrintWriter err) {
    private static final int LOADERS = 4;

    Database load(Layout layout) throws IOException {
      Origin origin = Origin.of(plan.scale(), plan.seed, System.currentTimeMillis());
      long total = LoadProgress.total(layout, plan.scale());
      try (Progress progress =
          Progress.start("tpcc acid, " + layout.name(), total, LoadProgress.UNIT, err)) {
        return new Loader(connection, progress).load(layout, origin, LOADERS);
      }
    }

    void drop(Layout layout) throws IOException {
      TpccTables.of(connection, layout, plan.scale().warehouses()).drop();
    }
  }

  /** The tests of atomicity and isolation in one layout, whose database is loaded. */
  record LayoutTrials(AcidPlan plan, Layout layout, Trials trials) {
    void run(Configuration configuration) throws IOException {
      Actors actors = new Actors(configuration, layout, plan.scale().warehouses(), plan.mode);
      try (Stage stage = new Stage(actors)) {
        for (boolean isRemote : variants()) {
          run(new Scene(stage, layout, plan.scale(), isRemote));
        }
      }
    }

    /**
     * Where a warehouse is one region, only a remote transaction commits in more than one request.
     */
    private List<Boolean> variants() {
      return layout.equals(Layout.ONETABLE) ? List.of(false, true) : List.of(false);
    }

    private void run(Scene scene) {
      Predicate<StopPoint> stops = plan.stops::contains;
      if (plan.tests.contains(Property.ATOMICITY)) {
        new Atomicity(scene).run(trials, stops);
      }
      if (plan.tests.contains(Property.ISOLATION)) {
        Isolation.run(scene, trials, stops);
      }
    }
  }
}
