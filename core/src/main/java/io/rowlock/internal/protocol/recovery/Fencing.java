package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.recovery.LockResolver.Verdict;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import java.util.concurrent.CompletableFuture;

/**
 * Ensures that a write which another client's lock announces for a second row never takes effect
 * there: the bytes that it expects are replaced by others, of the same state. Then that lock is
 * rolled back, and those of the same transaction that were read with it.
 *
 * <p>Safety: see {@link LockResolver}. A row that seems to be in a state from before the announced
 * write is read again from the right server; if it stays so, a fence that succeeds proves that
 * state. The locks that announced the write are rolled back in the same step, because only the
 * client whose fence has succeeded has the proof. If another transaction holds the row, its fate is
 * settled first.
 */
public record Fencing(RowStore store, RecoveryWrites acts, RollForward rollForward, Judge judge) {

  /** Judges the holder of a row, the last one of a chain. */
  interface Judge {

    CompletableFuture<Verdict> judge(HeldRows rows, LockChain chain);
  }

  /**
   * Locks that announce a write to another row.
   *
   * @param expected the lock time that the announced write expects
   * @param chain the locks that led here
   */
  record Doubt(HeldRows rows, Prewritten lock, long expected, LockChain chain) {

    boolean isBefore(LockedRow target) {
      return target.isBefore(expected, lock.planned(), lock.commitTimestamp());
    }
  }

  /**
   * Takes one step towards keeping the announced write out; the caller reads the rows again. A row
   * at the expected state is fenced if the owner is abandoned. A row in an earlier state is read
   * again at its server, and fenced without waiting for a lease. If another transaction holds the
   * row, that one is judged first.
   *
   * @param target at the lock time expected, or seemingly in an earlier state
   * @param abandoned whether the owner of the doubtful lock has been silent for a lease
   */
  CompletableFuture<Verdict> keepOut(Doubt doubt, LockedRow target, boolean abandoned) {
    if (doubt.isBefore(target)) {
      return fenceUnlessStale(doubt, target.key());
    }
    if (target.lock() instanceof Prewritten) {
      return fenceHeld(doubt, target, abandoned);
    }
    return fenceAwaited(doubt, target, abandoned);
  }

  /** The write may still come as long as its owner is alive. */
  private CompletableFuture<Verdict> fenceAwaited(
      Doubt doubt, LockedRow target, boolean abandoned) {
    return abandoned
        ? acts.fence(target, doubt.rows())
        : CompletableFuture.completedFuture(Verdict.UNDECIDED);
  }

  private CompletableFuture<Verdict> fenceUnlessStale(Doubt doubt, RowKey target) {
    return store
        .relocate(target)
        .thenCompose(relocated -> LockReads.one(store, target))
        .thenCompose(
            again -> {
              if (!doubt.isBefore(again)) {
                return CompletableFuture.completedFuture(Verdict.CHANGED);
              }
              return again.lock() instanceof Prewritten
                  ? fenceHeld(doubt, again, true)
                  : acts.fence(again, doubt.rows());
            });
  }

  /** Settles the other transaction that holds the row, which must happen first. */
  private CompletableFuture<Verdict> fenceHeld(Doubt doubt, LockedRow target, boolean abandoned) {
    return judge
        .judge(HeldRows.of(target), doubt.chain().with(target.stored(), doubt.expected()))
        .thenCompose(
            verdict -> {
              if (verdict != Verdict.COMMITTED) {
                return CompletableFuture.completedFuture(verdict);
              }
              return abandoned
                  ? rollForward.rollForward(target).thenApply(rolled -> Verdict.UNDECIDED)
                  : CompletableFuture.completedFuture(Verdict.UNDECIDED);
            });
  }
}
