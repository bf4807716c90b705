package io.rowlock.internal.engine;

import io.rowlock.internal.hbase.HBaseStoreSettings;
import io.rowlock.internal.hbase.HBaseStores;
import io.rowlock.internal.hbase.RpcCounter;
import io.rowlock.internal.hbase.TimerScheduler;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.telemetry.TraceContextPropagator;
import java.security.SecureRandom;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AsyncConnection;

/**
 * The resources of an engine: HBase, this machine's clock and threads, or a simulation of them.
 * Only this class creates the real ones.
 *
 * @param connection for everything that transactions leave to HBase
 * @param stores views of one store, each with its own counter of RPCs
 * @param workers run the library's own short tasks
 * @param stop runs the scheduled tasks that still wait at once, and none after that
 */
public record EngineResources(
    AsyncConnection connection,
    Environment environment,
    Function<RpcCounter, RowStore> stores,
    ProtocolSettings protocol,
    ExecutorService workers,
    Runnable stop) {

  /**
   * Creates the real resources.
   *
   * @param once a connection that repeats nothing
   */
  static EngineResources real(
      AsyncConnection connection, AsyncConnection once, EngineSettings settings, Clock clock) {
    ExecutorService workers = ThreadPools.engine();
    TimerScheduler scheduler = new TimerScheduler(ThreadPools.neverRefusing(workers));
    Environment environment = new Environment(clock, scheduler, new SecureRandom()::nextLong);
    HBaseStores stores =
        new HBaseStores(
            connection,
            ConnectionUser.nameOf(connection),
            once,
            new HBaseStoreSettings(
                settings.rpcTimeout(),
                settings.operationTimeout(),
                settings.maxRequestsPerServer(),
                settings.protocol().limits().mechanisms().secondRequest()),
            TraceContextPropagator.carrying(environment));
    return new EngineResources(
        connection, environment, stores::counting, settings.protocol(), workers, scheduler::close);
  }
}
