package io.rowlock;

import io.rowlock.internal.engine.Engine;
import io.rowlock.internal.hbase.SystemClock;
import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.lang.reflect.Field;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Creates transaction managers that users cannot create; the factories are package-private. */
public final class TestManagers {

  private TestManagers() {}

  /**
   * Returns a manager whose clock is off by {@code offset} and is not compared with the servers'
   * clocks.
   */
  public static TransactionManager withClockOffBy(Connection connection, Duration offset)
      throws IOException {
    return TransactionManager.create(
        connection, RowlockOptions.ofDefaults(), new OffsetClock(offset));
  }

  /**
   * Returns a manager with its own configuration, whose clock is not compared with the servers'
   * clocks.
   */
  public static TransactionManager create(Configuration configuration, RowlockOptions options)
      throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      return TransactionManager.create(connection, options, new SystemClock());
    }
  }

  /** Returns a manager with this clock, which is not compared with the servers' clocks. */
  public static TransactionManager withClock(Connection connection, Clock clock)
      throws IOException {
    return TransactionManager.create(connection, RowlockOptions.ofDefaults(), clock);
  }

  /**
   * Cuts a manager off from HBase, as the death of its process would: its open work is neither
   * finished nor taken back, except for the requests that the servers already have.
   */
  public static void cutOff(TransactionManager manager) throws IOException {
    try {
      Field engine = TransactionManager.class.getDeclaredField("engine");
      engine.setAccessible(true);
      ((Engine) engine.get(manager)).connection().close();
    } catch (ReflectiveOperationException renamed) {
      throw new LinkageError("TransactionManager has changed: adapt this helper", renamed);
    }
  }
}
