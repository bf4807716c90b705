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

/** Transaction managers as no user makes them; here, as the doors to them are package-private. */
public final class TestManagers {

  private TestManagers() {}

  /** A manager whose clock is off by {@code offset}; it is not compared with the servers'. */
  public static TransactionManager withClockOffBy(Connection connection, Duration offset)
      throws IOException {
    return TransactionManager.create(
        connection, RowlockOptions.ofDefaults(), new SkewedClock(offset));
  }

  /** A manager with a configuration of its own, whose clock is not compared with the servers'. */
  public static TransactionManager create(Configuration configuration, RowlockOptions options)
      throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      return TransactionManager.create(connection, options, new SystemClock());
    }
  }

  /** A manager with a clock of its own, which is not compared with the servers'. */
  public static TransactionManager withClock(Connection connection, Clock clock)
      throws IOException {
    return TransactionManager.create(connection, RowlockOptions.ofDefaults(), clock);
  }

  /**
   * Cuts a manager off from HBase, as the death of its process would: nothing that it has begun is
   * finished or taken back, except for what the servers have got already.
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
