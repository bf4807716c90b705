package io.rowlock.internal.engine;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;

/**
 * A connection whose calls are transactions. The library itself must use the one below it: its
 * requests would be transactions, too, and so on.
 */
public interface WrappedConnection {

  /** HBase's setting of the class of asynchronous connections. */
  String IMPLEMENTATION = "hbase.client.async.connection.impl";

  /** Returns HBase's own connection. */
  AsyncConnection unwrap();

  /** Returns HBase's own connection if the given one wraps it, or else the given one. */
  static AsyncConnection unwrap(AsyncConnection connection) {
    return connection instanceof WrappedConnection wrapper ? wrapper.unwrap() : connection;
  }

  /** Returns a copy of the configuration that leads to connections without transactions. */
  static Configuration unwrap(Configuration configuration) {
    Configuration copy = new Configuration(configuration);
    Class<?> type = copy.getClass(IMPLEMENTATION, Object.class);
    if (WrappedConnection.class.isAssignableFrom(type)) {
      copy.unset(IMPLEMENTATION);
    }
    return copy;
  }
}
