package io.rowlock.internal.engine;

import java.io.Closeable;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * A connection whose calls are transactions. The library itself must use the one below it: its
 * requests would be transactions, too, and so on.
 *
 * @param <C> {@code Connection} or {@code AsyncConnection}
 */
public interface WrappedConnection<C> {

  /** HBase's settings of the classes of connections. */
  List<String> SETTINGS =
      List.of("hbase.client.connection.impl", "hbase.client.async.connection.impl");

  /** Returns HBase's own connection. */
  C unwrap();

  /** Returns HBase's own connection if the given one wraps it, or else the given one. */
  @SuppressWarnings("unchecked") // a wrapper has the type of what it wraps
  static <C extends Closeable> C unwrap(C connection) {
    return connection instanceof WrappedConnection<?> wrapper ? (C) wrapper.unwrap() : connection;
  }

  /** Returns a copy of the configuration that leads to connections without transactions. */
  static Configuration unwrap(Configuration configuration) {
    Configuration copy = new Configuration(configuration);
    for (String setting : SETTINGS) {
      Class<?> type = copy.getClassByNameOrNull(copy.getTrimmed(setting, ""));
      if (type != null && WrappedConnection.class.isAssignableFrom(type)) {
        copy.unset(setting);
      }
    }
    return copy;
  }
}
