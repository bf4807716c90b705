package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes committed transactions (protocol, 5.4 and I2): rolls the secondaries forward, and only
 * after all are certain to be done settles the primary. Until then the primary is the only proof
 * that the transaction has committed.
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
public record RollForward(RowStore store, LockWrites writes, BackgroundWork background, int looks) {

  private static final Logger LOG = LoggerFactory.getLogger(RollForward.class);

  /** Finishes the transaction of a COMMITTED primary, its secondaries first. */
  public CompletableFuture<Void> finish(LockedRow primary) {
    return secondaries(primary).thenCompose(allDone -> settle(primary, allDone));
  }

  /** Finishes the transaction in the background, unless too much background work is outstanding. */
  void finishInBackground(LockedRow primary) {
    if (!background.isFull()) {
      CompletableFuture<Void> unused = background.begin().end(Async.guarded(() -> finish(primary)));
    }
  }

  /** Finishes a transaction whose secondaries are held as given, which saves reading them. */
  public CompletableFuture<Void> finish(LockedRow primary, List<LockedRow> held) {
    return secondaries(primary, held).thenCompose(allDone -> settle(primary, allDone));
  }

  /** Makes a COMMITTED primary STABLE if its secondaries are all done. */
  private CompletableFuture<Void> settle(LockedRow primary, boolean allDone) {
    if (!allDone) {
      return CompletableFuture.completedFuture(null);
    }
    return writes
        .replace(primary.key(), primary.stored().lock(), committed(primary).settled(), List.of())
        .thenCompose(store::write)
        .thenApply(outcome -> null);
  }

  private static Committed committed(LockedRow primary) {
    return (Committed) primary.lock();
  }

  /**
   * Rolls every secondary of a COMMITTED primary forward. Returns true if all are certainly done.
   */
  public CompletableFuture<Boolean> secondaries(LockedRow primary) {
    var tables = HeldRows.byTable(committed(primary).secondaries(), RowReference::key);
    return Async.all(tables, rows -> inTable(primary, rows)).thenApply(RollForward::areAllDone);
  }

  private CompletableFuture<Boolean> inTable(LockedRow primary, List<RowReference> listed) {
    RowKey first = listed.get(0).key();
    TransactionId id = committed(primary).id();
    return Async.recover(
        store
            .read(listed.stream().map(row -> RowRead.lockOf(row.key())).toList())
            .thenCompose(rows -> secondaries(primary, rows.stream().map(LockedRow::of).toList())),
        failure ->
            LostTables.isMissing(failure)
                ? inMissingTable(first.table(), id)
                : CompletableFuture.failedFuture(
                    StuckLocks.explain(
                        primary.key(), "committed transaction " + id, first.toString(), failure)));
  }

  /** Rolls forward the rows that were read. Returns true if all are certain to be done. */
  private CompletableFuture<Boolean> secondaries(LockedRow primary, List<LockedRow> rows) {
    List<CompletableFuture<Boolean>> done = new ArrayList<>();
    List<LockedRow> held = new ArrayList<>(rows.size());
    for (LockedRow row : rows) {
      if (isHeld(row, primary)) {
        held.add(row);
      } else {
        done.add(secondary(primary, row, looks));
      }
    }
    HeldRows.byTable(held, LockedRow::key)
        .forEach(inTable -> done.add(rollForwardTogether(primary, inTable)));
    return Async.all(done).thenApply(RollForward::areAllDone);
  }

  private CompletableFuture<Boolean> rollForwardTogether(LockedRow primary, List<LockedRow> held) {
    return Async.all(held, this::applying)
        .thenCompose(all -> Async.all(store.write(all)))
        .thenCompose(outcomes -> allApplied(primary, held, outcomes));
  }

  private CompletableFuture<Boolean> allApplied(
      LockedRow primary, List<LockedRow> held, List<WriteOutcome> outcomes) {
    List<CompletableFuture<Boolean>> done = new ArrayList<>(held.size());
    for (int i = 0; i < held.size(); i++) {
      LockedRow row = held.get(i);
      done.add(orLookAgain(applied(row, outcomes.get(i)), primary, row.key(), looks));
    }
    return Async.all(done).thenApply(RollForward::areAllDone);
  }

  private static boolean areAllDone(List<Boolean> done) {
    return !done.contains(false);
  }

  private static boolean isHeld(LockedRow row, LockedRow primary) {
    Prewritten lock = row.lock().heldBy(committed(primary).id());
    return lock != null && lock.primary().key().equals(primary.key());
  }

  private CompletableFuture<Boolean> inMissingTable(TableName table, TransactionId id) {
    return new LostTables(store)
        .isGone(table)
        .thenApply(
            gone -> {
              if (gone) {
                LOG.warn(
                    "Table '{}' is gone, and with it the writes that transaction {} committed to"
                        + " it",
                    table,
                    id);
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
  private CompletableFuture<Boolean> secondary(LockedRow primary, LockedRow row, int left) {
    if (row.lock().decidedPart().version() >= committed(primary).commitTimestamp()) {
      return CompletableFuture.completedFuture(true);
    }
    if (left == 0) {
      return row.lock() instanceof Stable bare
          ? restore(primary, row, bare)
          : CompletableFuture.completedFuture(false);
    }
    CompletableFuture<Boolean> applied =
        isHeld(row, primary)
            ? rollForward(row)
            : store.relocate(row.key()).thenApply(relocated -> false);
    return orLookAgain(applied, primary, row.key(), left);
  }

  private CompletableFuture<Boolean> orLookAgain(
      CompletableFuture<Boolean> applied, LockedRow primary, RowKey key, int left) {
    return applied.thenCompose(
        done ->
            done
                ? applied
                : LockReads.one(store, key).thenCompose(row -> secondary(primary, row, left - 1)));
  }

  private CompletableFuture<Boolean> restore(LockedRow primary, LockedRow row, Stable bare) {
    Committed committed = committed(primary);
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
                    primary.key());
              }
              return outcome.isApplied();
            });
  }

  /**
   * Applies the intent of a committed transaction to one row. Returns true if this very write did
   * it. Fails if the servers refuse it.
   */
  public CompletableFuture<Boolean> rollForward(LockedRow row) {
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
    return new RefusedIntents(new LostTables(store))
        .unlessRefused(row, outcome)
        .thenApply(known -> known.isApplied());
  }
}
