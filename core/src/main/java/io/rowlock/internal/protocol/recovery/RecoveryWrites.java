package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.recovery.LockResolver.Verdict;
import io.rowlock.internal.protocol.recovery.RecoveryObserver.Recovery;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the writes that settle other transactions' locks, after {@link LockResolver} has found that
 * this is safe: each write is conditional on the exact bytes read.
 */
record RecoveryWrites(
    RowStore store,
    LockWrites writes,
    RollForward rollForward,
    RecoveryObserver recoveries,
    Environment environment) {

  private static final Logger LOG = LoggerFactory.getLogger(RecoveryWrites.class);

  /**
   * Removes the locks of a transaction that can never count any more. As long as one of them has
   * changed, the caller reads all of them again, and finds fewer. A failure counts only if every
   * row has failed: the others may be those of another caller, which waits for a silent server only
   * for a while.
   */
  CompletableFuture<Verdict> rollBack(HeldRows rows, String why) {
    List<CompletableFuture<Verdict>> each =
        rows.rows().stream().map(row -> Async.guarded(() -> rollBack(row, why))).toList();
    CompletableFuture<Void> all = Async.settled(each);
    return environment
        .pauseUntil(all, Judgements.PATIENCE)
        .thenCompose(
            enough ->
                each.stream().anyMatch(RecoveryWrites::hasChanged)
                    ? CompletableFuture.completedFuture(Verdict.CHANGED)
                    : all.thenCompose(done -> firstToSucceed(each)));
  }

  private static boolean hasChanged(CompletableFuture<Verdict> row) {
    return !row.isCompletedExceptionally() && row.getNow(Verdict.UNDECIDED) == Verdict.CHANGED;
  }

  private static CompletableFuture<Verdict> firstToSucceed(List<CompletableFuture<Verdict>> each) {
    return each.stream()
        .filter(row -> !row.isCompletedExceptionally())
        .min(Comparator.comparing(row -> !hasChanged(row)))
        .orElse(each.get(0));
  }

  private CompletableFuture<Verdict> rollBack(LockedRow row, String why) {
    Prewritten lock = (Prewritten) row.lock();
    return sendFence(row)
        .thenApply(
            outcome -> {
              if (outcome.isApplied()) {
                LOG.info("Rolled back {} for transaction {}: {}", row.key(), lock.id(), why);
                recoveries.recovered(Recovery.ROLLED_BACK);
              }
              return verdictAfter(outcome);
            });
  }

  /**
   * Fences the target, so that no write which expects its present bytes can ever succeed, and in
   * the same step rolls back the locks that announce such a write. The success of the fence is the
   * proof. It does not outlast this step: the lock time of the fence follows the clock, and may
   * look earlier than the lock that was announced.
   */
  CompletableFuture<Verdict> fence(LockedRow target, HeldRows rows) {
    if (!(target.lock() instanceof Stable)) {
      return rollForward.finish(target).thenApply(finished -> Verdict.UNDECIDED);
    }
    return sendFence(target)
        .thenCompose(
            outcome ->
                outcome.isApplied()
                    ? rollBack(rows, "a fence keeps its write out of " + target.key())
                    : CompletableFuture.completedFuture(verdictAfter(outcome)));
  }

  /**
   * Returns the verdict after a write. "Not equal" means that another client was faster. A write
   * that the store refuses, or does not answer, must not be repeated without a pause.
   */
  private static Verdict verdictAfter(WriteOutcome outcome) {
    return outcome.isApplied() || outcome.kind() == WriteOutcome.Kind.NOT_EQUAL
        ? Verdict.CHANGED
        : Verdict.UNDECIDED;
  }

  private CompletableFuture<WriteOutcome> sendFence(LockedRow row) {
    return Async.translate(
        writes
            .fence(row)
            .thenCompose(store::write)
            .thenApply(outcome -> StuckLocks.requireRights(row.key(), outcome)),
        failure -> StuckLocks.explainRights(row.key(), failure));
  }
}
