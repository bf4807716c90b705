package io.rowlock.internal.hbase;

import java.util.Optional;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.security.User;

/**
 * Whose connection it is. The one class that knows HBase's implementation, as its interface does
 * not tell.
 */
public final class ConnectionUser {

  private ConnectionUser() {}

  /** Empty when it cannot be told, as with a connection that wraps another one. */
  public static Optional<User> of(AsyncConnection connection) {
    return connection instanceof AsyncConnectionImpl known
        ? Optional.ofNullable(known.getUser())
        : Optional.empty();
  }
}
