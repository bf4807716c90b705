package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Finishes committed transactions (protocol, 5.4 and I2): the secondaries first ({@link
 * Secondaries}), and only after all are done the primary. Until then the primary is the only proof
 * that the transaction has committed.
 */
public final class RollForward {

  private final RowStore store;
  private final LockWrites writes;
  private final Secondaries secondaries;
  private final BackgroundWork background;

  public RollForward(RowStore store, LockWrites writes, BackgroundWork background, int looks) {
    this.store = store;
    this.writes = writes;
    this.secondaries = new Secondaries(store, writes, looks);
    this.background = background;
  }

  /** Finishes the transaction of a COMMITTED primary, its secondaries first. */
  public CompletableFuture<Void> finish(LockedRow primary) {
    return secondaries
        .rollForward(primary.key(), (Committed) primary.lock())
        .thenCompose(allDone -> allDone ? settle(primary) : nothing());
  }

  /** Finishes the transaction in the background, unless too much background work is outstanding. */
  void finishInBackground(LockedRow primary) {
    if (!background.isFull()) {
      CompletableFuture<Void> unused = background.start(() -> finish(primary));
    }
  }

  /** Finishes a transaction whose secondaries are held as given, which saves reading them. */
  public CompletableFuture<Void> finish(LockedRow primary, List<LockedRow> held) {
    return secondaries
        .rollForward(primary.key(), held, (Committed) primary.lock())
        .thenCompose(allDone -> allDone ? settle(primary) : nothing());
  }

  /** Rolls every secondary forward. Returns true if all are certain to be done. */
  public CompletableFuture<Boolean> secondaries(RowKey primary, Committed committed) {
    return secondaries.rollForward(primary, committed);
  }

  /**
   * Applies the intent of a committed transaction to one row. Returns true if this very write did
   * it. Fails if the servers refuse it.
   */
  public CompletableFuture<Boolean> rollForward(LockedRow row) {
    return secondaries.rollForward(row);
  }

  /** Makes a COMMITTED primary whose secondaries are all done STABLE. */
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
