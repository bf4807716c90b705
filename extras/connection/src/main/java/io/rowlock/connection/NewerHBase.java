package io.rowlock.connection;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/** Calls methods of HBase 2.6 by reflection, because the library also works with 2.5. */
final class NewerHBase {

  private NewerHBase() {}

  /** Opens a connection; with attributes only if there are any, which 2.5 does not know. */
  static Connection connect(
      Configuration configuration,
      @Nullable ExecutorService pool,
      User user,
      Map<String, byte[]> attributes)
      throws IOException {
    if (attributes.isEmpty()) {
      return ConnectionFactory.createConnection(configuration, pool, user);
    }
    try {
      return (Connection)
          ConnectionFactory.class
              .getMethod(
                  "createConnection",
                  Configuration.class,
                  ExecutorService.class,
                  User.class,
                  Map.class)
              .invoke(null, configuration, pool, user, attributes);
    } catch (InvocationTargetException failed) {
      Throwable cause = failed.getCause();
      throw cause instanceof IOException known ? known : new IOException(cause);
    } catch (ReflectiveOperationException missing) {
      throw new IOException("This HBase knows no attributes of connections", missing);
    }
  }

  /** Sets an attribute of the requests of a plain table. */
  static <B> void setRequestAttribute(Class<B> type, B builder, String key, byte[] value) {
    try {
      Method method = type.getMethod("setRequestAttribute", String.class, byte[].class);
      var unused = method.invoke(builder, key, value);
    } catch (InvocationTargetException failed) {
      throw new IllegalArgumentException(failed.getCause());
    } catch (ReflectiveOperationException missing) {
      throw new UnsupportedOperationException(
          "This HBase knows no attributes of requests", missing);
    }
  }

  /** Returns the attributes of the requests of a plain table. */
  @SuppressWarnings("unchecked") // as the method is declared
  static <T> Map<String, byte[]> requestAttributes(Class<T> type, T table) {
    try {
      return (Map<String, byte[]>) type.getMethod("getRequestAttributes").invoke(table);
    } catch (ReflectiveOperationException missing) {
      return Map.of();
    }
  }
}
