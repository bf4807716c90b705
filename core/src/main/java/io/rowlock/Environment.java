package io.rowlock;

import io.rowlock.internal.hbase.HBaseStoreSettings;
import io.rowlock.internal.hbase.HBaseStores;
import io.rowlock.internal.hbase.RealScheduler;
import io.rowlock.internal.hbase.RpcCounter;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.Surroundings;
import io.rowlock.internal.telemetry.ContextCarrier;
import io.rowlock.internal.telemetry.ContextScheduler;
import java.security.SecureRandom;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AsyncConnection;

/**
 * What an engine runs on: HBase, this machine's clock and threads, or a simulation of all that. The
 * only class that knows which are the real ones.
 *
 * @param connection for what transactions leave to HBase
 * @param stores views of one store that differ in who counts their RPCs
 * @param workers run the library's own short tasks
 * @param stop lets what still waits for its time run at once, and nothing after that
 */
record Environment(
    AsyncConnection connection,
    Surroundings surroundings,
    Function<RpcCounter, RowStore> stores,
    ProtocolSettings protocol,
    ExecutorService workers,
    Runnable stop) {

  /**
   * The real one.
   *
   * @param once a connection that repeats nothing
   */
  static Environment real(
      AsyncConnection connection, AsyncConnection once, RowlockOptions options, Clock clock) {
    ExecutorService workers = ThreadPools.engine();
    RealScheduler scheduler = new RealScheduler(ThreadPools.neverRefusing(workers));
    Surroundings surroundings = new Surroundings(clock, scheduler, new SecureRandom());
    HBaseStores stores =
        new HBaseStores(
            connection,
            ConnectionUser.nameOf(connection),
            once,
            settings(options),
            new Surroundings(clock, new ContextScheduler(scheduler), surroundings.random()),
            new ContextCarrier());
    return new Environment(
        connection, surroundings, stores::counting, options.protocol(), workers, scheduler::close);
  }

  private static HBaseStoreSettings settings(RowlockOptions options) {
    return new HBaseStoreSettings(
        options.rpcTimeout(), options.operationTimeout(), options.maxRequestsPerServer());
  }
}
