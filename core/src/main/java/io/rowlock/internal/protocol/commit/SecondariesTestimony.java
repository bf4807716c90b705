package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.store.RowStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What the secondaries of an attempt tell of its commit, once its primary no longer does (protocol,
 * section 8).
 *
 * <p>Safety: to be asked only after the primary was seen to have moved on. A committed primary is
 * not replaced before its secondaries are rolled forward (I2), so a single one that is not proves
 * that the attempt has not committed and never will. A secondary that still bears the attempt's
 * lock is therefore rolled back: the success of that write proves, as no read could, that no stale
 * server has answered.
 */
final class SecondariesTestimony {

  /** What is known after asking. */
  enum Told {
    COMMITTED,
    NOT_COMMITTED,
    NOTHING
  }

  private final RowStore store;
  private final LockWrites writes;
  private final LockedReader reader;

  SecondariesTestimony(RowStore store, LockWrites writes, LockedReader reader) {
    this.store = store;
    this.writes = writes;
    this.reader = reader;
  }

  CompletableFuture<Told> of(Attempt attempt) {
    List<CompletableFuture<Told>> all =
        attempt.heldSecondaries().stream().map(held -> of(attempt.plan(), held)).toList();
    return Async.all(all).thenApply(SecondariesTestimony::together);
  }

  private static Told together(List<Told> all) {
    if (all.contains(Told.COMMITTED)) {
      return Told.COMMITTED;
    }
    return all.contains(Told.NOT_COMMITTED) ? Told.NOT_COMMITTED : Told.NOTHING;
  }

  private CompletableFuture<Told> of(CommitPlan plan, LockedRow held) {
    return reader
        .readLock(held.key())
        .thenCompose(
            now -> {
              if (now.lock().decidedPart().bearsTraceOf(plan.id())) {
                return CompletableFuture.completedFuture(Told.COMMITTED);
              }
              if (now.lock() instanceof Prewritten own && own.id().equals(plan.id())) {
                return rollBack(now, own);
              }
              boolean rolledBack =
                  now.lockTime() > held.lockTime()
                      && now.lock().decidedPart().wouldShow(plan.commitTimestamp());
              return CompletableFuture.completedFuture(
                  rolledBack ? Told.NOT_COMMITTED : Told.NOTHING);
            });
  }

  private CompletableFuture<Told> rollBack(LockedRow row, Prewritten own) {
    return writes
        .replace(row.key(), row.stored().lock(), own.rolledBack(), List.of())
        .thenCompose(store::write)
        .thenApply(outcome -> outcome.isApplied() ? Told.NOT_COMMITTED : Told.NOTHING);
  }
}
