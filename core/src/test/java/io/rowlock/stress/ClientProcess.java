package io.rowlock.stress;

import io.rowlock.SimulatedManager;
import io.rowlock.TransactionManager;
import io.rowlock.internal.hbase.SystemClock;
import io.rowlock.internal.hbase.TimerScheduler;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A manager with the threads and the timer of a process of its own, and short leases. */
final class ClientProcess implements AutoCloseable {

  private static final Duration LEASE = Duration.ofMillis(400);
  private static final Duration LOCK_WAIT = Duration.ofMillis(200);
  private static final int ESCALATE_AFTER = 2;
  private static final int MAX_ROWS = 100;

  private final ExecutorService engine = Executors.newFixedThreadPool(2, Threads.named("engine"));
  private final TimerScheduler timer = new TimerScheduler(engine);
  private final TransactionManager manager;

  ClientProcess(RowStore store, Executor callbacks) {
    manager =
        SimulatedManager.of(
                store,
                new Environment(new SystemClock(), timer, new SecureRandom()::nextLong),
                new ProtocolSettings(LEASE, LOCK_WAIT, MAX_ROWS, 10_000_000, false, 100),
                callbacks,
                ESCALATE_AFTER,
                MAX_ROWS)
            .manager();
  }

  TransactionManager manager() {
    return manager;
  }

  @Override
  public void close() {
    manager.close();
    timer.close();
    engine.shutdown();
  }
}
