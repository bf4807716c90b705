package io.rowlock.test;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;

/** The connection of a manager in memory: transactions take the names of tables from it. */
final class MemoryConnection {

  private MemoryConnection() {}

  /** Returns a connection without servers. */
  static AsyncConnection create() {
    return proxy(
        AsyncConnection.class,
        (self, method, arguments) ->
            method.getName().equals("getTable")
                ? table((TableName) arguments[0])
                : answer(Map.of("getConfiguration", new Configuration(false)), method.getName()));
  }

  private static AsyncTable<?> table(TableName name) {
    Map<String, Object> answers =
        Map.of(
            "getName",
            name,
            "getConfiguration",
            new Configuration(false),
            "toString",
            name.getNameAsString());
    return proxy(AsyncTable.class, (self, method, arguments) -> answer(answers, method.getName()));
  }

  private static Object answer(Map<String, Object> answers, String method) {
    Object answer = answers.get(method);
    if (answer == null) {
      throw new UnsupportedOperationException(
          "%s asks HBase itself, which a test in memory does not have: use RowlockHBase for it"
              .formatted(method));
    }
    return answer;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
