package io.rowlock.connection;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.internal.engine.OwnConnection;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * The transaction manager of a connection, which is created at its first use: an application that
 * uses no transactional table pays nothing. Thread-safe.
 */
final class LazyManager implements AutoCloseable {

  private final Configuration configuration;
  private final User user;
  private @Nullable AsyncConnection connection;
  private @Nullable TransactionManager manager;
  private boolean isClosed;

  LazyManager(Configuration configuration, User user) {
    this.configuration = configuration;
    this.user = user;
  }

  /**
   * Returns the manager.
   *
   * @throws IOException if it is closed, or cannot be created
   */
  synchronized TransactionManager get() throws IOException {
    if (isClosed) {
      throw new IOException("The connection is closed");
    }
    TransactionManager present = manager;
    return present == null ? create() : present;
  }

  private TransactionManager create() throws IOException {
    AsyncConnection opened = OwnConnection.open(configuration, user);
    try {
      TransactionManager created =
          TransactionManager.create(opened, RowlockOptions.from(configuration));
      connection = opened;
      manager = created;
      return created;
    } catch (IOException | RuntimeException | Error failed) {
      OwnConnection.closeQuietly(opened);
      throw failed;
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    if (manager != null) {
      manager.close();
    }
    if (connection != null) {
      OwnConnection.closeQuietly(connection);
    }
  }
}
