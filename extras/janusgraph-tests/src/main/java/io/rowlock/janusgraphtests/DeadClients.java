package io.rowlock.janusgraphtests;

import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import java.io.IOException;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Settles the locks of dead clients. */
final class DeadClients {

  private DeadClients() {}

  /**
   * Settles all locks of a table, as {@code scripts/rowlock resolve} does. Any reader would do the
   * same, but a reader of the whole graph would wait five seconds for each client, one after the
   * other.
   */
  static void settle(String table) throws IOException {
    LockRange range = LockRange.of(TableName.valueOf(table));
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      tools.list(range, lock -> {}); // all leases begin
      tools.resolve(range, settled -> {});
    }
  }
}
