package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rolls the secondaries of committed transactions forward, and proves that this is done (I2).
 *
 * <p>Safety: a secondary counts as done in four cases only.
 *
 * <ul>
 *   <li>It was <em>seen</em> at a (base) version at or above the commit timestamp, by a read or by
 *       the success of the very write that brings it there. "Not equal", "not found" or an older
 *       version proves nothing: a stale server may have answered.
 *   <li>The master answers that its table does not exist. A table never comes back; a new table of
 *       the same name is another table, and this transaction has written nothing to it.
 *   <li>It stays at an older version without this transaction's lock, and a conditional write on
 *       those very bytes <em>succeeds</em>, which is impossible at a stale server. All secondaries
 *       had the lock when the transaction committed, and the protocol removes it only by applying
 *       the intent. So something else has removed the lock: a vacuum or a raw delete after the
 *       roll-forward, or the table was created again, truncated or restored. There is nothing left
 *       to apply. If no transaction has written the row since, the write restores the trace of the
 *       transaction, so that no client treats it as aborted; and a copy of the prewrite that
 *       arrives later finds other bytes than it expects.
 *   <li>The same, but another transaction has written the row since. Then the write is only a
 *       fence: the COMMITTED lock may be damaged, and must not carry its version into a row that it
 *       names by mistake.
 * </ul>
 *
 * <p>Without the last three cases no transaction could ever write the primary's row again.
 */
final class Secondaries {

  private static final Logger LOG = LoggerFactory.getLogger(Secondaries.class);

  private final RowStore store;
  private final LockWrites writes;
  private final LostTables tables;
  private final RefusedIntents refusals;
  private final int looks;

  Secondaries(RowStore store, LockWrites writes, int looks) {
    this.store = store;
    this.writes = writes;
    this.tables = new LostTables(store);
    this.refusals = new RefusedIntents(tables);
    this.looks = looks;
  }

  /** Rolls every secondary forward. Returns true if all are certain to be done. */
  CompletableFuture<Boolean> rollForward(RowKey primary, Committed committed) {
    Map<TableName, List<RowRead>> reads = new LinkedHashMap<>();
    for (RowReference row : committed.secondaries()) {
      reads
          .computeIfAbsent(row.key().table(), table -> new ArrayList<>())
          .add(RowRead.lockOf(row.key()));
    }
    List<CompletableFuture<Boolean>> tables = new ArrayList<>();
    reads.forEach((table, rows) -> tables.add(inTable(primary, table, rows, committed)));
    return Async.all(tables).thenApply(Secondaries::areAllDone);
  }

  private CompletableFuture<Boolean> inTable(
      RowKey primary, TableName table, List<RowRead> reads, Committed committed) {
    CompletableFuture<Boolean> rolled =
        store
            .read(reads)
            .thenCompose(
                rows -> rollForward(primary, rows.stream().map(LockedRow::of).toList(), committed));
    return Async.recover(
        rolled,
        failure ->
            LostTables.isMissing(failure)
                ? inMissingTable(table, committed)
                : CompletableFuture.failedFuture(
                    MissingTables.explain(
                        primary,
                        "committed transaction " + committed.id(),
                        reads.get(0).key().toString(),
                        failure)));
  }

  /** Rolls forward the rows that were read. Returns true if all are certain to be done. */
  CompletableFuture<Boolean> rollForward(
      RowKey primary, List<LockedRow> rows, Committed committed) {
    List<CompletableFuture<Boolean>> done = new ArrayList<>(rows.size());
    Map<TableName, List<LockedRow>> held = new LinkedHashMap<>();
    for (LockedRow row : rows) {
      if (isHeld(row, primary, committed)) {
        held.computeIfAbsent(row.key().table(), table -> new ArrayList<>()).add(row);
      } else {
        done.add(secondary(primary, row, committed, looks));
      }
    }
    held.values().forEach(inTable -> done.add(rollForwardTogether(primary, inTable, committed)));
    return Async.all(done).thenApply(Secondaries::areAllDone);
  }

  private CompletableFuture<Boolean> rollForwardTogether(
      RowKey primary, List<LockedRow> held, Committed committed) {
    return Async.all(held.stream().map(this::applying).toList())
        .thenCompose(writes -> Async.all(store.write(writes)))
        .thenCompose(
            outcomes -> {
              List<CompletableFuture<Boolean>> done = new ArrayList<>(held.size());
              for (int i = 0; i < held.size(); i++) {
                done.add(afterApplying(primary, held.get(i), committed, outcomes.get(i)));
              }
              return Async.all(done);
            })
        .thenApply(Secondaries::areAllDone);
  }

  private static boolean areAllDone(List<Boolean> done) {
    return !done.contains(false);
  }

  private CompletableFuture<Boolean> afterApplying(
      RowKey primary, LockedRow row, Committed committed, WriteOutcome outcome) {
    return applied(row, outcome)
        .thenCompose(
            applied ->
                applied
                    ? CompletableFuture.completedFuture(true)
                    : lookAgain(primary, row.key(), committed, looks));
  }

  private static boolean isHeld(LockedRow row, RowKey primary, Committed committed) {
    Prewritten lock = row.lock().heldBy(committed.id());
    return lock != null && lock.primary().key().equals(primary);
  }

  private CompletableFuture<Boolean> inMissingTable(TableName table, Committed committed) {
    return tables
        .isGone(table)
        .thenApply(
            gone -> {
              if (gone) {
                LOG.warn(
                    "Table '{}' is gone, and with it the writes that transaction {} committed to"
                        + " it",
                    table,
                    committed.id());
              }
              return gone;
            });
  }

  /**
   * Rolls one secondary forward.
   *
   * @param primary the row that the secondary's lock must name, because any other row proves
   *     nothing about it
   */
  private CompletableFuture<Boolean> secondary(
      RowKey primary, LockedRow row, Committed committed, int left) {
    if (row.lock().decidedPart().version() >= committed.commitTimestamp()) {
      return CompletableFuture.completedFuture(true);
    }
    if (left == 0) {
      return row.lock() instanceof Stable bare
          ? restore(primary, row, bare, committed)
          : CompletableFuture.completedFuture(false);
    }
    if (isHeld(row, primary, committed)) {
      return rollForward(row)
          .thenCompose(
              applied ->
                  applied
                      ? CompletableFuture.completedFuture(true)
                      : lookAgain(primary, row.key(), committed, left));
    }
    return store
        .relocate(row.key())
        .thenCompose(relocated -> lookAgain(primary, row.key(), committed, left));
  }

  private CompletableFuture<Boolean> lookAgain(
      RowKey primary, RowKey key, Committed committed, int left) {
    return LockReads.one(store, key)
        .thenCompose(row -> secondary(primary, row, committed, left - 1));
  }

  private CompletableFuture<Boolean> restore(
      RowKey primary, LockedRow row, Stable bare, Committed committed) {
    return writes
        .latestPlausible(row.key())
        .thenCompose(
            latest -> {
              boolean trusted = bare.version() == 0 && committed.commitTimestamp() <= latest;
              Stable done =
                  trusted
                      ? bare.writtenBy(committed.id(), committed.commitTimestamp()).fenced()
                      : bare.fenced();
              return writes.replace(row.key(), row.stored().lock(), done, List.of());
            })
        .thenCompose(store::write)
        .thenApply(
            outcome -> {
              if (outcome.isApplied()) {
                LOG.warn(
                    "Row {} does not contain what transaction {} committed to it at {}, and its"
                        + " lock has no trace of it: the row was vacuumed, deleted, truncated or"
                        + " restored past the locks, or the commit is torn",
                    row.key(),
                    committed.id(),
                    primary);
              }
              return outcome.isApplied();
            });
  }

  /**
   * Applies the intent of a committed transaction to one row. Returns true if this very write did
   * it. Fails if the servers refuse it.
   */
  CompletableFuture<Boolean> rollForward(LockedRow row) {
    return applying(row).thenCompose(store::write).thenCompose(outcome -> applied(row, outcome));
  }

  private CompletableFuture<ConditionalWrite> applying(LockedRow row) {
    Prewritten lock = (Prewritten) row.lock();
    return writes.replace(
        row.key(),
        row.stored().lock(),
        lock.rolledForward(),
        lock.intent().toMutations(row.key().row(), lock.commitTimestamp()));
  }

  private CompletableFuture<Boolean> applied(LockedRow row, WriteOutcome outcome) {
    return refusals.unlessRefused(row, outcome).thenApply(told -> told.isApplied());
  }
}
