package io.rowlock.it.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.DecodedLock;
import io.rowlock.internal.protocol.lock.DecodedLock.State;
import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The lock cells of a table, from raw reads. */
public final class Locks {

  private Locks() {}

  /** Returns every lock cell, by row. */
  public static Map<String, DecodedLock> all(Connection connection, TableName name)
      throws IOException {
    Map<String, DecodedLock> locks = new TreeMap<>();
    try (Table table = connection.getTable(name)) {
      for (Result row : Rows.scan(table, new Scan().addFamily(LockColumn.family()))) {
        byte[] value = row.getValue(LockColumn.family(), LockColumn.qualifier());
        locks.put(Bytes.toString(row.getRow()), DecodedLock.of(name, row.getRow(), value));
      }
    }
    return locks;
  }

  /** Returns the locks that a transaction holds, or has not settled yet. */
  public static Map<String, DecodedLock> unsettled(Connection connection, TableName name)
      throws IOException {
    Map<String, DecodedLock> locks = all(connection, name);
    locks.values().removeIf(lock -> lock.state() == State.STABLE);
    return locks;
  }

  /** Asserts that there are locks, and that none is held. */
  public static void assertAllSettled(Connection connection, TableName... tables)
      throws IOException {
    for (TableName table : tables) {
      assertThat(all(connection, table)).as("locks of %s", table).isNotEmpty();
      assertThat(unsettled(connection, table)).as("held locks of %s", table).isEmpty();
    }
  }
}
