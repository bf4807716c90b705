package io.rowlock.connection;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The configuration with which a connection opens HBase's own connections. */
final class OwnConfiguration {

  private static final String IMPLEMENTATION = "hbase.client.connection.impl";
  private static final String ASYNC_IMPLEMENTATION = "hbase.client.async.connection.impl";

  private OwnConfiguration() {}

  /**
   * Returns a copy that leads to connections of HBase's own classes.
   *
   * @throws IOException if a server of HBase opens the connection
   */
  static Configuration of(Configuration configuration, Class<?> connection) throws IOException {
    Optional<String> server = ServerProcess.caller();
    if (server.isPresent()) {
      throw new IOException(
          "A server of HBase (%s) must not use %s: remove %s and %s from the servers' configuration"
              .formatted(server.get(), connection.getName(), IMPLEMENTATION, ASYNC_IMPLEMENTATION));
    }
    Configuration own = new Configuration(configuration);
    own.unset(IMPLEMENTATION);
    own.unset(ASYNC_IMPLEMENTATION);
    return own;
  }
}
