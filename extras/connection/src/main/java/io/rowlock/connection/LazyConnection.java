package io.rowlock.connection;

import io.rowlock.internal.engine.WrappedConnection;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/** A connection of HBase's own that is opened at its first use. Thread-safe. */
final class LazyConnection implements PlainConnection, AutoCloseable {

  private final Configuration configuration;
  private final User user;
  private @Nullable Connection opened;
  private boolean isClosed;

  LazyConnection(Configuration configuration, User user) {
    this.configuration = configuration;
    this.user = user;
  }

  @Override
  public synchronized Connection get() throws IOException {
    if (isClosed) {
      throw new IOException("The connection is closed");
    }
    Connection present = opened;
    if (present == null) {
      // The configuration reads its files again when code adds default resources.
      Configuration own = WrappedConnection.unwrap(configuration);
      present = ConnectionFactory.createConnection(own, user);
      opened = present;
    }
    return present;
  }

  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    if (opened != null) {
      opened.close();
    }
  }
}
