package io.rowlock.operations.maintenance;

import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.recovery.LeaseWatch;
import io.rowlock.internal.protocol.recovery.Parts;
import io.rowlock.internal.protocol.recovery.RecoveryObserver;
import io.rowlock.internal.protocol.request.CoalescingStore;
import io.rowlock.internal.protocol.request.RegionLanes;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * The entry for tools that maintain locks: wires the parts together, and does nothing else.
 * Thread-safe.
 *
 * <p>Futures fail like those of {@code LockProtocol}.
 */
public final class LockMaintenance {

  /** Added to the leases of a lock and of its primary's holder. */
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private final RefusalNotingStore store;
  private final LeaseWatch leases;
  private final LockCleaner cleaner;
  private final LockExaminer examiner;
  private final LockDiscard discard;
  private final LockVacuum vacuum;

  public LockMaintenance(RowStore store, Environment environment, ProtocolSettings settings) {
    this.store = new RefusalNotingStore(store, environment.propagator());
    RegionLanes unshared = new RegionLanes(settings.regionLimits(), Integer.MAX_VALUE, environment);
    RowStore grouping = new CoalescingStore(this.store, unshared, environment.propagator());
    Parts parts = Parts.of(grouping, grouping, environment, settings, RecoveryObserver.NONE);
    leases = parts.leases();
    Duration waitLimit = settings.lease().multipliedBy(2).plus(MARGIN);
    RollForwardOnce rollForwardOnce = new RollForwardOnce(parts.rollForward());
    DiscardRules rules =
        new DiscardRules(
            this.store, parts.writes(), parts.catalog(), parts.rollForward(), environment.clock());
    examiner = new LockExaminer(this.store);
    cleaner = new LockCleaner(this.store, parts, rollForwardOnce, examiner, waitLimit);
    discard = new LockDiscard(this.store, examiner, rules);
    vacuum = new LockVacuum(this.store, parts.catalog());
  }

  /** Returns the present lock of a row; empty if there is none. */
  public CompletableFuture<Optional<LockView>> look(RowKey key) {
    return LockReads.undecoded(store, key)
        .thenApply(row -> Optional.ofNullable(row.lock()).map(lock -> view(key, lock)));
  }

  /** Decodes a lock for display. */
  public LockView view(RowKey key, StoredLock stored) {
    return LockView.of(key, stored);
  }

  /**
   * Returns how long this client has seen the row's lock unchanged, on its own monotonic clock. It
   * is zero at the first look, if the last look was too long ago to remember, and for stable locks,
   * which no client waits for.
   */
  public Duration seenFor(LockView lock) {
    return lock.state() == LockView.State.STABLE
        ? Duration.ZERO
        : leases.look(lock.key(), lock.stored().time());
  }

  /** Settles the lock as a reader would, waiting until leases end. Never fails. */
  public CompletableFuture<Settlement> settle(LockView lock) {
    return cleaner.settle(new StoredRow(lock.key(), List.of(), lock.stored()));
  }

  /** Returns what can be done about the lock. Changes nothing. */
  public CompletableFuture<Diagnosis> examine(LockView lock) {
    return examiner.examine(new StoredRow(lock.key(), List.of(), lock.stored()));
  }

  /**
   * Discards a lock that no client can settle; fails with {@code ILLEGAL} for any other lock.
   *
   * @param isConfirmed judges the present diagnosis
   */
  public CompletableFuture<Diagnosis> discard(LockView lock, Predicate<Diagnosis> isConfirmed) {
    return discard.discard(lock.key(), lock.stored(), isConfirmed);
  }

  /**
   * Deletes the marked locks that are unchanged and whose rows have no data.
   *
   * @param olderThan an upper limit for lock time and version
   * @return the results in the order of the locks
   */
  public CompletableFuture<List<VacuumFate>> vacuum(
      List<MarkedLock> marked, long olderThan, boolean dryRun) {
    return vacuum.vacuum(marked, olderThan, dryRun);
  }
}
