package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.recovery.HeldRows;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Takes back every lock that an attempt of this client has written, or may have written (protocol,
 * "Abort").
 *
 * <p>Safety: it is called only if the attempt can no longer commit. Either its commit point was
 * never sent, or section 8 proved that it never took effect. A lock that cannot be taken back here
 * is settled by the next client that meets it.
 */
public record Abort(RowStore store, LockWrites writes, int tries) {

  /** Rolls back every row of the attempt. Completes after every row has been tried. */
  public CompletableFuture<Void> rollBack(CommitAttempt attempt) {
    TransactionId id = attempt.plan().id();
    List<CompletableFuture<?>> rows = new ArrayList<>();
    HeldRows.byTable(attempt.allHeld(), LockedRow::key)
        .forEach(inTable -> rows.add(releaseTogether(id, inTable)));
    attempt.allUnsettled().forEach(write -> rows.add(releaseIfHeld(attempt, write)));
    return Async.settled(rows);
  }

  /** Rolls back a row if the attempt of that identity holds it. */
  public CompletableFuture<Void> releaseIfHeld(TransactionId id, RowKey key) {
    return LockReads.one(store, key).thenCompose(now -> releaseIfOwn(id, now, tries));
  }

  private CompletableFuture<Void> releaseTogether(TransactionId id, List<LockedRow> held) {
    return Async.all(held, writes::fence)
        .thenCompose(
            writes -> {
              List<CompletableFuture<WriteOutcome>> answers = store.write(writes);
              List<CompletableFuture<?>> rows = new ArrayList<>(held.size());
              for (int i = 0; i < held.size(); i++) {
                RowKey key = held.get(i).key();
                rows.add(
                    answers.get(i).thenCompose(outcome -> afterRelease(id, key, outcome, tries)));
              }
              return Async.settled(rows);
            });
  }

  /**
   * Reads the row again and retries: a beat that was given up as lost may have changed the bytes.
   */
  private CompletableFuture<Void> afterRelease(
      TransactionId id, RowKey key, WriteOutcome outcome, int tries) {
    return outcome.isApplied() || tries == 0
        ? CompletableFuture.completedFuture(null)
        : LockReads.one(store, key).thenCompose(now -> releaseIfOwn(id, now, tries - 1));
  }

  private CompletableFuture<Void> releaseHeld(TransactionId id, LockedRow row, int tries) {
    return writes
        .fence(row)
        .thenCompose(store::write)
        .thenCompose(outcome -> afterRelease(id, row.key(), outcome, tries));
  }

  private CompletableFuture<Void> releaseIfOwn(TransactionId id, LockedRow row, int tries) {
    return isOwn(row, id) ? releaseHeld(id, row, tries) : CompletableFuture.completedFuture(null);
  }

  private static boolean isOwn(LockedRow row, TransactionId id) {
    return row.isHeldBy(id);
  }

  /**
   * Reads a row whose prewrite got no answer, and fences the row so that a delayed prewrite fails.
   */
  private CompletableFuture<Void> releaseIfHeld(CommitAttempt attempt, ConditionalWrite write) {
    TransactionId id = attempt.plan().id();
    return LockReads.one(store, write.key())
        .thenCompose(
            row -> {
              boolean mayStillArrive =
                  (row.lock() instanceof Stable || attempt.isUnderHold(row))
                      && row.hasLock(write.expected());
              return isOwn(row, id) || mayStillArrive
                  ? releaseHeld(id, row, tries)
                  : CompletableFuture.completedFuture(null);
            });
  }
}
