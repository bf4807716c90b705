package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Finds evidence of an attempt's commit at its secondaries, once its primary no longer shows it
 * (protocol, section 8).
 *
 * <p>Safety: the caller must first have seen that the primary has moved on. A committed primary is
 * not replaced before its secondaries are rolled forward (I2), so a single secondary that is not
 * rolled forward proves that the attempt has not committed and never will. A secondary that still
 * has the attempt's lock is therefore rolled back. The success of that write proves that no stale
 * server has answered, which no read can prove.
 */
record SecondaryEvidence(RowStore store, LockWrites writes, LockedReader reader) {

  /** What rows prove of an attempt. */
  enum Evidence {
    COMMITTED,
    /** It has not committed and never will. */
    NEVER,
    NONE
  }

  CompletableFuture<Evidence> of(CommitAttempt attempt) {
    return Async.all(attempt.heldSecondaries(), held -> of(attempt.plan(), held))
        .thenApply(SecondaryEvidence::together);
  }

  private static Evidence together(List<Evidence> all) {
    if (all.contains(Evidence.COMMITTED)) {
      return Evidence.COMMITTED;
    }
    return all.contains(Evidence.NEVER) ? Evidence.NEVER : Evidence.NONE;
  }

  private CompletableFuture<Evidence> of(LockPlan plan, LockedRow held) {
    return reader
        .readLock(held.key())
        .thenCompose(
            now -> {
              if (now.hasTraceOf(plan.id())) {
                return CompletableFuture.completedFuture(Evidence.COMMITTED);
              }
              if (now.isHeldBy(plan.id())) {
                return rollBack(now);
              }
              boolean rolledBack =
                  now.lockTime() > held.lockTime()
                      && now.lock().decidedPart().wouldShow(plan.commitTimestamp());
              return CompletableFuture.completedFuture(rolledBack ? Evidence.NEVER : Evidence.NONE);
            });
  }

  private CompletableFuture<Evidence> rollBack(LockedRow row) {
    return writes
        .fence(row)
        .thenCompose(store::write)
        .thenApply(outcome -> outcome.isApplied() ? Evidence.NEVER : Evidence.NONE);
  }
}
