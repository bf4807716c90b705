package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.lock.Tries;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowStore;

/** The parts that settle locks, wired together for transactions and for maintenance alike. */
public record Parts(
    Environment environment,
    ProtocolSettings settings,
    TableCatalog catalog,
    LockWrites writes,
    BackgroundWork background,
    LeaseWatch leases,
    RollForward rollForward,
    LockResolver resolver) {

  /**
   * Wires the parts.
   *
   * @param store for calls that a caller waits for
   * @param behind the same store for roll-forwards, which no caller waits for
   */
  public static Parts of(
      RowStore store,
      RowStore behind,
      Environment environment,
      ProtocolSettings settings,
      RecoveryObserver recoveries) {
    Tries tries = settings.limits().tries();
    TableCatalog catalog = new TableCatalog(store, environment.clock(), settings.factsAge());
    LockWrites writes = new LockWrites(catalog, environment.clock(), settings.limits().trail());
    BackgroundWork background = new BackgroundWork(settings.maxBackgroundTransactions());
    LeaseWatch leases = new LeaseWatch(environment.clock(), settings.lease());
    RollForward rollForward = new RollForward(behind, writes, background, tries.looks());
    LockResolver resolver =
        new LockResolver(store, writes, leases, rollForward, recoveries, environment);
    return new Parts(
        environment, settings, catalog, writes, background, leases, rollForward, resolver);
  }
}
