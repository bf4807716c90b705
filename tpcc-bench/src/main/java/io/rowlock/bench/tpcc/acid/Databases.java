package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.Database;
import io.rowlock.bench.tpcc.population.LoadProgress;
import io.rowlock.bench.tpcc.population.Loader;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.TpccTables;
import java.io.IOException;
import java.io.PrintWriter;
import org.apache.hadoop.hbase.client.Connection;

/** Fresh databases for the tests. */
final class Databases {
  private static final int LOADERS = 4;

  private final Connection connection;
  private final AcidPlan plan;
  private final PrintWriter err;

  Databases(Connection connection, AcidPlan plan, PrintWriter err) {
    this.connection = connection;
    this.plan = plan;
    this.err = err;
  }

  Database load(Layout layout) throws IOException {
    Origin origin = Origin.of(plan.scale(), plan.seed(), System.currentTimeMillis());
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
