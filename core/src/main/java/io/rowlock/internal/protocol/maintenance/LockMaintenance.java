package io.rowlock.internal.protocol.maintenance;

import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.protocol.recovery.LeaseWatch;
import io.rowlock.internal.protocol.recovery.LockResolver;
import io.rowlock.internal.protocol.recovery.RecoveryObserver;
import io.rowlock.internal.protocol.recovery.RefusalNotingStore;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.protocol.recovery.Settlement;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * The door for tools that look after locks. Puts its parts together and nothing else. Thread-safe.
 *
 * <p>Futures fail as those of {@code LockProtocol} do.
 */
public final class LockMaintenance {

  /** On top of the leases of a lock and of its primary's holder. */
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private final RefusalNotingStore store;
  private final LeaseWatch leases;
  private final LockCleaner cleaner;
  private final LockExaminer examiner;
  private final LockDiscard discard;
  private final LockVacuum vacuum;

  public LockMaintenance(RowStore store, Environment environment, ProtocolSettings settings) {
    this.store = new RefusalNotingStore(store);
    TableCatalog catalog = new TableCatalog(this.store, environment.clock(), settings.factsAge());
    LockWrites writes = new LockWrites(catalog, environment.clock(), settings.limits().trail());
    BackgroundWork background = new BackgroundWork(settings.maxBackgroundTransactions());
    RollForward rollForward =
        new RollForward(
            this.store,
            writes,
            background,
            settings.regionLimits(),
            settings.limits().tries().looks());
    leases = new LeaseWatch(environment.clock(), settings.lease());
    LockResolver resolver =
        new LockResolver(this.store, writes, leases, rollForward, RecoveryObserver.NONE);
    Duration waitLimit = settings.lease().multipliedBy(2).plus(MARGIN);
    examiner = new LockExaminer(this.store);
    cleaner =
        new LockCleaner(
            this.store, resolver, rollForward, leases, examiner, environment, waitLimit);
    discard =
        new LockDiscard(
            this.store,
            examiner,
            new DiscardRules(this.store, writes, catalog, rollForward, environment.clock()));
    vacuum = new LockVacuum(this.store, catalog);
  }

  /** The lock of a row as it is now; empty when there is none. */
  public CompletableFuture<Optional<LockView>> look(RowKey key) {
    return read(key).thenApply(row -> Optional.ofNullable(row.lock()).map(lock -> view(key, lock)));
  }

  /** What a lock says. */
  public LockView view(RowKey key, StoredLock stored) {
    return LockView.of(key, stored);
  }

  /**
   * How long this client has seen the row's lock unchanged, on its own monotonic clock; zero at the
   * first look, when it was seen too long ago to remember, and for stable locks, which nobody waits
   * for.
   */
  public Duration seenFor(LockView lock) {
    return lock.state() == LockView.State.STABLE
        ? Duration.ZERO
        : leases.look(lock.key(), lock.stored().time());
  }

  /** Settles the lock as a reader would, waiting for leases to run out. Never fails. */
  public CompletableFuture<Settlement> settle(LockView lock) {
    return cleaner.settle(new StoredRow(lock.key(), List.of(), lock.stored()));
  }

  /** What can be done about the lock. Changes nothing. */
  public CompletableFuture<Diagnosis> examine(LockView lock) {
    return examiner.examine(new StoredRow(lock.key(), List.of(), lock.stored()));
  }

  /**
   * Gives up a lock that nobody can settle; fails with {@code ILLEGAL} if it is not one.
   *
   * @param isConfirmed judges what is found now
   */
  public CompletableFuture<Diagnosis> discard(LockView lock, Predicate<Diagnosis> isConfirmed) {
    return discard.discard(lock.key(), lock.stored(), isConfirmed);
  }

  /**
   * Deletes those of the marked locks whose rows have no data, and which are unchanged.
   *
   * @param olderThan lock time and version must lie below
   * @return in their order
   */
  public CompletableFuture<List<VacuumFate>> vacuum(
      List<MarkedLock> marked, long olderThan, boolean dryRun) {
    return vacuum.vacuum(marked, olderThan, dryRun);
  }

  private CompletableFuture<StoredRow> read(RowKey key) {
    return store.read(List.of(RowRead.lockOf(key))).thenApply(rows -> rows.get(0));
  }
}
