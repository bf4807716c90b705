package io.rowlock.connection;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.internal.engine.OwnConnection;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * The transaction manager of a connection, which is created at its first use: an application that
 * uses no transactional table pays nothing. Thread-safe.
 */
final class LazyManager implements AutoCloseable {

  private final Opening opening;
  private final Closing closing;
  private @Nullable AsyncConnection connection;
  private volatile @Nullable TransactionManager manager;
  private boolean isClosed;

  /** Opens the manager's connection. */
  @FunctionalInterface
  private interface Opening {
    AsyncConnection open() throws IOException;
  }

  /** Closes the manager's connection. */
  @FunctionalInterface
  private interface Closing {
    void close(AsyncConnection connection);
  }

  private LazyManager(Opening opening, Closing closing) {
    this.opening = opening;
    this.closing = closing;
  }

  /** Returns one that opens a connection of its own. */
  static LazyManager connecting(Configuration configuration, User user) {
    return new LazyManager(
        () -> OwnConnection.open(configuration, user), OwnConnection::closeQuietly);
  }

  /** Returns one on a connection that its owner closes. */
  static LazyManager on(AsyncConnection connection) {
    return new LazyManager(() -> connection, owned -> {});
  }

  /** Returns the manager if it was created. */
  Optional<TransactionManager> present() {
    return Optional.ofNullable(manager);
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
    AsyncConnection opened = opening.open();
    try {
      TransactionManager created =
          TransactionManager.create(opened, RowlockOptions.from(opened.getConfiguration()));
      connection = opened;
      manager = created;
      return created;
    } catch (IOException | RuntimeException | Error failed) {
      closing.close(opened);
      throw failed;
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    TransactionManager present = manager;
    if (present != null) {
      present.close();
    }
    if (connection != null) {
      closing.close(connection);
    }
  }
}
