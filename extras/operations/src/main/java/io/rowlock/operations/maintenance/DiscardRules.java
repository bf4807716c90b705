package io.rowlock.operations.maintenance;

import io.rowlock.internal.protocol.lock.LockPlausibility;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.lock.WriterTrail;
import io.rowlock.internal.protocol.recovery.LostTables;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Decides what replaces a lock that no client can settle and that a person discards, and why this
 * is safe for other transactions.
 *
 * <ul>
 *   <li><b>Primary gone</b> (its table does not exist, or has no lock family): the lock becomes as
 *       rolled back. The owner cannot commit any more, because its commit point would have to be
 *       written to that table. If the transaction committed before the table was dropped, this
 *       row's part is lost; that cannot be determined any more. A table of the same name must not
 *       be created while the owner may still be running: its commit point could expect the empty
 *       row that it would find.
 *   <li><b>Family gone</b>, transaction committed: the lock becomes STABLE at its commit timestamp
 *       with the transaction as the writer, and the same write applies the part of the intent that
 *       the table still takes. This is what the roll-forward would write without the lost family.
 *       So the primary sees this row at the version that it waits for, and settles.
 *   <li><b>Secondaries gone</b>, a committed primary: after all other secondaries are seen to be
 *       done, the lock becomes STABLE as after any commit. I2 holds for every row that exists; a
 *       table without locks contains no intent that depends on the decision.
 *   <li><b>Not ours</b> (undecodable bytes, primaries in a circle): the state of the row is not
 *       known, and the program that wrote this without the library may have changed the row's data
 *       too. The lock becomes STABLE with no writer, a fence, and a version that no transaction can
 *       have read or committed here: above the lock time, every cell and delete marker of the row,
 *       the floor, and any clock within the ten minutes that {@code ClockCheck} accepts. So every
 *       transaction that has read the row conflicts, a committed primary that waits for the row
 *       counts it as done, and a lost commit point finds no proof and is reported as unknown. If
 *       the cell was itself the proof that a transaction is committed, that transaction's other
 *       rows will be rolled back: the damage was done when the proof was overwritten.
 * </ul>
 *
 * <p>In all cases the new lock time is later, so every request under way that expects the old bytes
 * fails forever, as after a fence.
 */
record DiscardRules(
    RowStore store, LockWrites writes, TableCatalog catalog, RollForward rollForward, Clock clock) {

  /** One client may be ten minutes ahead of the servers, and this one ten minutes behind them. */
  private static final Duration CLOCKS_APART = Duration.ofMinutes(20);

  /** Above this a timestamp leaves no room for later ones. */
  private static final long HIGHEST = Long.MAX_VALUE / 2;

  /**
   * Returns the write that replaces the lock that was seen.
   *
   * @param found discardable
   */
  CompletableFuture<ConditionalWrite> of(StoredRow row, StoredLock seen, Diagnosis found) {
    if (seen.time() > LockPlausibility.HIGHEST) {
      throw ProtocolFailure.illegal(
          row.key(),
          "The lock cell of %s has the timestamp %d, above which there is no room for another one:"
                  .formatted(row.key(), seen.time())
              + " delete exactly that version with HBase (Delete.addColumn with the timestamp)");
    }
    if (found.kind() == Diagnosis.Kind.NOT_OURS) {
      return store
          .newestTimestamp(row.key())
          .thenCombine(
              catalog.facts(row.key().table()),
              (newest, facts) ->
                  writes.replace(facts, row.key(), seen, anew(row, newest, facts), List.of()));
    }
    RowLock lock = LockedRow.of(row).lock();
    if (lock instanceof Committed committed) {
      return finishReachable(row.key(), committed)
          .thenCompose(done -> writes.replace(row.key(), seen, committed.settled(), List.of()));
    }
    Prewritten held = (Prewritten) lock;
    return found.kind() == Diagnosis.Kind.FAMILY_GONE
        ? appliedInPart(row.key(), seen, held)
        : writes.replace(row.key(), seen, held.rolledBack(), List.of());
  }

  private Stable anew(StoredRow row, long newestCell, TableFacts facts) {
    HiddenCells.requireNone(facts);
    long newest = Math.max(newestCell, Math.max(row.lockTime(), facts.floor()));
    if (newest > HIGHEST) {
      throw ProtocolFailure.illegal(
          row.key(),
          "A cell of "
              + row.key()
              + " has the timestamp "
              + newest
              + ", above which there is no room: delete exactly that version with HBase first");
    }
    long version = Math.max(newest, clock.currentMillis()) + CLOCKS_APART.toMillis();
    return new Stable(version, null, 1, WriterTrail.EMPTY);
  }

  private CompletableFuture<ConditionalWrite> appliedInPart(
      RowKey key, StoredLock seen, Prewritten held) {
    return store
        .describe(key.table())
        .thenCompose(
            facts ->
                writes.replace(
                    key,
                    seen,
                    held.rolledForward(),
                    held.intent()
                        .within(facts.families())
                        .toMutations(key.row(), held.commitTimestamp())));
  }

  /** Rolls forward the secondaries in tables with locks; fails unless all of these are done. */
  private CompletableFuture<Void> finishReachable(RowKey key, Committed committed) {
    StoredRow bare = new StoredRow(key, List.of(), null); // only the decoded lock counts
    LostTables tables = new LostTables(store);
    List<CompletableFuture<Boolean>> reachable =
        committed.secondaries().stream()
            .map(row -> tables.whyNoLocks(row.key().table()).thenApply(String::isEmpty))
            .toList();
    return Async.all(reachable)
        .thenApply(flags -> new LockedRow(bare, only(committed, flags)))
        .thenCompose(rollForward::secondaries)
        .thenAccept(
            done -> {
              if (!done) {
                throw ProtocolFailure.illegal(
                    key,
                    "The lock of "
                        + key
                        + " is not discarded: not all of its other rows are up to date, resolve"
                        + " them first");
              }
            });
  }

  private static Committed only(Committed committed, List<Boolean> flags) {
    List<RowReference> kept = new ArrayList<>();
    for (int i = 0; i < flags.size(); i++) {
      if (flags.get(i)) {
        kept.add(committed.secondaries().get(i));
      }
    }
    return new Committed(committed.id(), committed.commitTimestamp(), kept, committed.trail());
  }
}
