package io.rowlock.internal.engine;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the user of a connection. Only this class depends on HBase's implementation, because the
 * interface does not offer the user.
 */
final class ConnectionUser {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionUser.class);

  private ConnectionUser() {}

  /** Returns the user; empty for a connection that wraps another one. */
  static Optional<User> of(AsyncConnection connection) {
    return connection instanceof AsyncConnectionImpl known
        ? Optional.ofNullable(known.getUser())
        : Optional.empty();
  }

  /** Returns the name of the user in HBase's permissions, for messages. */
  static String nameOf(AsyncConnection connection) {
    return of(connection).map(User::getShortName).orElseGet(ConnectionUser::currentName);
  }

  private static String currentName() {
    try {
      return User.getCurrent().getShortName();
    } catch (IOException unknown) {
      LOG.debug("The user is not known by name", unknown);
      return "USER";
    }
  }
}
