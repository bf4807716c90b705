package io.rowlock.operations.maintenance;

import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.recovery.Fencing;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;

/**
 * Deletes the locks of rows without data that have not changed for a whole horizon (protocol,
 * section 10).
 *
 * <p>Safety: one atomic read shows the row without data and with the marked bytes. Between this
 * read and the removal no transaction can write data to the row, because that would change the
 * bytes (I1) that are the condition of the removal; so the emptiness need not be part of the
 * condition. The requirement that the bytes were marked a horizon ago protects a fresh fence, whose
 * version may be 0 as before it. Data that HBase hides from this user would look like no data
 * ({@link HiddenCells}).
 *
 * <p>A row without a lock starts again at version 0 and lock time 0. That is safe because nothing
 * relies on its past any more:
 *
 * <ul>
 *   <li>No request and no transaction is older than the horizon. An older one could mistake the new
 *       absence of the lock for an old one.
 *   <li>No client's clock is behind by the horizon. Such a client would write below the delete
 *       markers that the lock and the data have left. Hence lock time and version must be older
 *       than the horizon, too.
 *   <li>A transaction that is about to write the row finds that its lock is gone, and fences the
 *       row or starts again. The bytes that its requests under way expect never come back ({@link
 *       LockWrites}).
 *   <li>A server that has lost the row may continue to show the removed lock, or one before it. A
 *       transaction that expects no lock treats a lock as past if it is older than its plan by half
 *       an hour ({@link LockedRow#mayBeVacuumedBefore}). The plan's time is that of a clock that
 *       may be behind by almost the horizon. Hence lock time and version must be older than the
 *       horizon by half an hour.
 *   <li>An undecided transaction that names the row as its primary is rolled back by the client
 *       whose fence of the row succeeds ({@link Fencing}). A committed transaction cannot have the
 *       row as its primary, because the primary would not be STABLE (I2). It may have the row as a
 *       secondary that was done before; {@link RollForward} restores the proof.
 * </ul>
 */
record LockVacuum(RowStore store, TableCatalog catalog) {

  /**
   * Judges the marked locks, and deletes those that may be removed.
   *
   * @param olderThan an upper limit for lock time and version
   * @param dryRun whether to delete none
   * @return the results in the order of the locks
   */
  CompletableFuture<List<VacuumFate>> vacuum(
      List<MarkedLock> marked, long olderThan, boolean dryRun) {
    List<RowRead> reads =
        marked.stream().map(lock -> new RowRead(lock.key(), ColumnSelection.ALL)).toList();
    return requireWholeRows(marked)
        .thenCompose(shown -> store.read(reads))
        .thenCompose(
            rows -> {
              List<CompletableFuture<VacuumFate>> fates = new ArrayList<>(rows.size());
              for (int i = 0; i < rows.size(); i++) {
                fates.add(vacuum(rows.get(i), marked.get(i).lock(), olderThan, dryRun));
              }
              return Async.all(fates);
            });
  }

  private CompletableFuture<Void> requireWholeRows(List<MarkedLock> marked) {
    Set<TableName> tables =
        marked.stream().map(lock -> lock.key().table()).collect(Collectors.toSet());
    return Async.all(tables.stream().map(catalog::facts).toList())
        .thenAccept(facts -> facts.forEach(HiddenCells::requireNone));
  }

  private CompletableFuture<VacuumFate> vacuum(
      StoredRow row, StoredLock marked, long olderThan, boolean dryRun) {
    VacuumFate fate = judge(row, marked, olderThan);
    return fate == VacuumFate.DELETED && !dryRun
        ? remove(row.key(), marked)
        : CompletableFuture.completedFuture(fate);
  }

  private static VacuumFate judge(StoredRow row, StoredLock marked, long olderThan) {
    if (row.lock() == null) {
      return VacuumFate.GONE_ALREADY;
    }
    LockView now = LockView.of(row.key(), row.lock());
    if (!row.lock().equals(marked) || now.state() != LockView.State.STABLE) {
      return VacuumFate.CHANGED;
    }
    if (!row.cells().isEmpty()) {
      return VacuumFate.HAS_DATA;
    }
    return isOlder(marked, now, olderThan) ? VacuumFate.DELETED : VacuumFate.TOO_NEW;
  }

  private static boolean isOlder(StoredLock marked, LockView now, long olderThan) {
    return Math.max(marked.time(), now.version()) < olderThan - LockedRow.VACUUMED_MILLIS;
  }

  private CompletableFuture<VacuumFate> remove(RowKey key, StoredLock marked) {
    return catalog
        .facts(key.table())
        .thenCompose(facts -> store.remove(new LockRemoval(key, marked, facts.durability())))
        .thenApply(outcome -> fateAfter(key, outcome));
  }

  /**
   * Returns the fate after the deletion. A lost answer proves nothing; another run shows the
   * result.
   */
  private static VacuumFate fateAfter(RowKey key, WriteOutcome outcome) {
    return switch (outcome.kind()) {
      case APPLIED -> VacuumFate.DELETED;
      case NOT_EQUAL, NOT_COLOCATED -> VacuumFate.CHANGED;
      case MAYBE_APPLIED -> VacuumFate.UNKNOWN;
      case REJECTED ->
          throw ProtocolFailure.store(key, "Could not delete the lock of " + key, outcome.cause());
    };
  }
}
