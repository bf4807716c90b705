package io.rowlock.connection;

import io.rowlock.internal.engine.WrappedConnection;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The configuration with which a connection opens HBase's own connections. */
final class OwnConfiguration {

  private OwnConfiguration() {}

  /**
   * Returns a copy that leads to connections without transactions.
   *
   * @throws IOException if a server of HBase opens the connection
   */
  static Configuration of(Configuration configuration, Class<?> connection) throws IOException {
    Optional<String> server = ServerProcess.caller();
    if (server.isPresent()) {
      throw new IOException(
          "A server of HBase (%s) must not use %s: remove %s from the servers' configuration"
              .formatted(
                  server.get(),
                  connection.getName(),
                  String.join(" and ", WrappedConnection.SETTINGS)));
    }
    return WrappedConnection.unwrap(configuration);
  }
}
