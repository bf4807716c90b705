package io.rowlock.it.soak;

import io.rowlock.bench.kit.BenchTable;
import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/** The locks that are left when all clients have ended. */
final class LeftLocks {
  private LeftLocks() {}

  /** Drops what {@link TableRounds} has left, of this soak or an earlier one. */
  static void dropTables(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName table : admin.listTableNames()) {
        if (table.getNameAsString().startsWith(TableRounds.PREFIX)) {
          new BenchTable(table).drop(connection);
        }
      }
    }
  }

  /** Settles all locks, and returns how many are not settled even so. */
  static long settle(Connection connection, List<TableName> tables) throws IOException {
    LongAdder unsettled = new LongAdder();
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      for (TableName table : tables) {
        tools.resolve(LockRange.of(table), lock -> {});
        tools.list(LockRange.of(table), lock -> count(lock, unsettled));
      }
    }
    return unsettled.sum();
  }

  private static void count(LockInfo lock, LongAdder unsettled) {
    if (lock.isUnsettled()) {
      unsettled.increment();
    }
  }
}
