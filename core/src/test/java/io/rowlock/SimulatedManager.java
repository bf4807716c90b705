package io.rowlock;

import io.opentelemetry.api.OpenTelemetry;
import io.rowlock.internal.engine.Engine;
import io.rowlock.internal.engine.EngineResources;
import io.rowlock.internal.engine.ThreadPools;
import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;

/**
 * A manager in a simulated environment, with all its parts except HBase and threads.
 *
 * @param manager for users
 * @param protocol on which its transactions run
 */
public record SimulatedManager(TransactionManager manager, LockProtocol protocol) {

  /**
   * Creates a manager.
   *
   * @param executor runs dependents of users' futures
   * @param escalateAfter failed attempts after which rows are locked before the next one
   * @param maxRows that a transaction may write
   */
  public static SimulatedManager of(
      RowStore store,
      Environment environment,
      ProtocolSettings settings,
      Executor executor,
      int escalateAfter,
      int maxRows) {
    RowlockOptions options =
        RowlockOptions.builder()
            .executor(executor)
            .escalateAfter(escalateAfter)
            .maxRows(maxRows)
            .retryPolicy(RetryPolicy.builder().maxElapsed(Duration.ofSeconds(30)).build())
            .openTelemetry(OpenTelemetry.noop())
            .slowTransaction(Duration.ZERO)
            .build();
    EngineResources resources =
        new EngineResources(
            connection(), environment, counter -> store, settings, ThreadPools.engine(), () -> {});
    Engine engine = new Engine(resources, List.of(), options.engine());
    return new SimulatedManager(new TransactionManager(engine, options), engine.protocol());
  }

  /** Returns a connection that only provides the names of tables. */
  private static AsyncConnection connection() {
    return answering(AsyncConnection.class, name -> table((TableName) name));
  }

  private static AsyncTable<?> table(TableName name) {
    return answering(AsyncTable.class, nothing -> name);
  }

  private static <T> T answering(Class<T> type, Function<Object, Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.apply(arguments == null ? method : arguments[0])));
  }
}
