package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.RowLock.Committed;
import io.rowlock.internal.protocol.RowLock.Prewritten;
import io.rowlock.internal.protocol.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Finishes what is committed (protocol, 5.4 and I2).
 *
 * <p>Safety: a secondary counts as done only when it was <em>seen</em> at a (base) version at or
 * above the commit timestamp, by a read or by the success of the very write that brings it there.
 * Not equal, not found, or an older version prove nothing: a stale server may have answered. Only
 * when all are done may the primary stop being COMMITTED, whoever replaces it; until then it is the
 * only proof that the transaction has committed.
 */
final class RollForward {

  /** Looks at one secondary before giving up and leaving it to whoever comes next. */
  private static final int MAX_LOOKS = 6;

  private final RowStore store;
  private final LockWrites writes;
  private final BackgroundWork background;

  RollForward(RowStore store, LockWrites writes, BackgroundWork background) {
    this.store = store;
    this.writes = writes;
    this.background = background;
  }

  /** Finishes the transaction of a COMMITTED primary, its secondaries first. */
  CompletableFuture<Void> finish(LockedRow primary) {
    Committed committed = (Committed) primary.lock();
    return secondaries(committed).thenCompose(allDone -> allDone ? settle(primary) : nothing());
  }

  /** The same behind everybody's back, unless there is enough to do there. */
  void finishInBackground(LockedRow primary) {
    if (!background.isFull()) {
      CompletableFuture<Void> unused = background.start(() -> finish(primary));
    }
  }

  /** Finishes a transaction whose secondaries are held as given: saves reading them. */
  CompletableFuture<Void> finish(LockedRow primary, List<LockedRow> held) {
    Committed committed = (Committed) primary.lock();
    List<CompletableFuture<Boolean>> rolled = new ArrayList<>(held.size());
    held.forEach(row -> rolled.add(secondary(row, committed, MAX_LOOKS)));
    return Async.all(rolled)
        .thenCompose(done -> done.contains(false) ? nothing() : settle(primary));
  }

  /** Rolls every secondary forward; true when all were seen to be done. */
  CompletableFuture<Boolean> secondaries(Committed committed) {
    List<RowRead> reads =
        committed.secondaries().stream().map(row -> RowRead.lockOf(row.key())).toList();
    return store
        .read(reads)
        .thenCompose(
            rows ->
                Async.all(
                    rows.stream()
                        .map(row -> secondary(LockedRow.of(row), committed, MAX_LOOKS))
                        .toList()))
        .thenApply(done -> !done.contains(false));
  }

  private CompletableFuture<Boolean> secondary(LockedRow row, Committed committed, int looks) {
    if (row.lock().decidedPart().version() >= committed.commitTimestamp()) {
      return CompletableFuture.completedFuture(true);
    }
    if (looks == 0) {
      return restore(row, committed);
    }
    if (row.lock() instanceof Prewritten lock && lock.id().equals(committed.id())) {
      return rollForward(row)
          .thenCompose(
              applied ->
                  applied
                      ? CompletableFuture.completedFuture(true)
                      : lookAgain(row.key(), committed, looks));
    }
    return store
        .relocate(row.key())
        .thenCompose(relocated -> lookAgain(row.key(), committed, looks));
  }

  /**
   * Whoever committed held this row, and nothing but a roll-forward has ended that. If the row is
   * STABLE below the commit timestamp all the same, and the success of this write proves that no
   * stale server says so, then it was done, and its lock deleted afterwards: by a vacuum, or past
   * the library. The proof is restored, as the primary would wait for it for ever.
   */
  private CompletableFuture<Boolean> restore(LockedRow row, Committed committed) {
    if (!(row.lock() instanceof Stable bare)) {
      return CompletableFuture.completedFuture(false);
    }
    Stable done = bare.writtenBy(committed.id(), committed.commitTimestamp());
    return writes
        .replace(row.key(), row.stored().lock(), done, List.of())
        .thenCompose(store::write)
        .thenApply(outcome -> outcome.isApplied());
  }

  private CompletableFuture<Boolean> lookAgain(RowKey key, Committed committed, int looks) {
    return store
        .read(List.of(RowRead.lockOf(key)))
        .thenCompose(rows -> secondary(LockedRow.of(rows.get(0)), committed, looks - 1));
  }

  /** Applies the intent of a committed transaction to one row; true when this very write did. */
  CompletableFuture<Boolean> rollForward(LockedRow row) {
    Prewritten lock = (Prewritten) row.lock();
    return writes
        .replace(
            row.key(),
            row.stored().lock(),
            lock.rolledForward(),
            lock.intent().toMutations(row.key().row(), lock.commitTimestamp()))
        .thenCompose(store::write)
        .thenApply(outcome -> outcome.isApplied());
  }

  /** Turns a COMMITTED primary whose secondaries are all done into STABLE. */
  private CompletableFuture<Void> settle(LockedRow primary) {
    Committed committed = (Committed) primary.lock();
    return writes
        .replace(primary.key(), primary.stored().lock(), committed.settled(), List.of())
        .thenCompose(store::write)
        .thenApply(outcome -> null);
  }

  private static CompletableFuture<Void> nothing() {
    return CompletableFuture.completedFuture(null);
  }
}
