package io.rowlock.spring;

import io.rowlock.SimulatedManager;
import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Environment;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.SplittableRandom;

/** Managers of tables in memory; time advances when a transaction waits. */
final class SimulatedManagers {

  static final int ESCALATE_AFTER = 3;
  private static final ProtocolSettings SETTINGS =
      new ProtocolSettings(Duration.ofSeconds(5), Duration.ofSeconds(1), 100, 1_000_000, true, 100);

  private SimulatedManagers() {}

  static TransactionManager of(InMemoryRowStore store, VirtualTime time, long seed) {
    Environment environment =
        new Environment(
            time,
            (delay, task) -> {
              time.schedule(delay, task);
              time.advance(delay);
            },
            new SplittableRandom(seed)::nextLong);
    return SimulatedManager.of(store, environment, SETTINGS, Runnable::run, ESCALATE_AFTER, 100)
        .manager();
  }
}
