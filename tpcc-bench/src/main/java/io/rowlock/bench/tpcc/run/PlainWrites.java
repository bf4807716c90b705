package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.layout.Layout.TablePlan;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Writes without Rowlock carry the time of the region server. Rowlock's are never below the floor
 * of the table, which lies about a minute ahead of the time at which it was loaded; and where one
 * row is written all the time, a little ahead of that. Until then plain writes would be hidden
 * behind Rowlock's.
 */
final class PlainWrites {
  private static final String FLOOR = "rowlock.floor";
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private PlainWrites() {}

  /** Returns when plain writes can be seen, whatever was written before. */
  static void awaitSight(Connection connection, Database database, PrintWriter out)
      throws IOException {
    long millis = floor(connection, database) + MARGIN.toMillis() - System.currentTimeMillis();
    if (millis <= 0) {
      return;
    }
    out.printf(
        "Waiting %d s, until plain writes are newer than what transactions may have written%n",
        TimeUnit.MILLISECONDS.toSeconds(millis) + 1);
    Interruption.sleep(Duration.ofMillis(millis));
  }

  /** The highest of all tables; 0 without any. */
  private static long floor(Connection connection, Database database) throws IOException {
    long highest = 0;
    try (Admin admin = connection.getAdmin()) {
      int warehouses = database.origin().scale().warehouses();
      for (TablePlan table : database.layout().tables(warehouses, 1)) {
        String floor = admin.getDescriptor(table.name()).getValue(FLOOR);
        highest = Math.max(highest, floor == null ? 0 : Long.parseLong(floor));
      }
    }
    return highest;
  }
}
