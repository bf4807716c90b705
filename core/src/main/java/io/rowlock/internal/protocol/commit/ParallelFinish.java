package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.Tries;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.recovery.RefusedIntents;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Finishes a committed parallel commit of this client: marks the primary COMMITTED, and then rolls
 * the secondaries forward.
 *
 * <p>Safety: the primary must come first. Until it is COMMITTED, the prewrites of its secondaries
 * are the proof of the commit, and none of them may be taken away.
 */
public final class ParallelFinish {

  private static final Duration PAUSE = Duration.ofMillis(20);

  private final RowStore store;
  private final LockWrites writes;
  private final LockedReader reader;
  private final RollForward rollForward;
  private final RefusedIntents refusals;
  private final Environment environment;
  private final Tries tries;

  public ParallelFinish(
      RowStore store,
      LockWrites writes,
      LockedReader reader,
      RollForward rollForward,
      RefusedIntents refusals,
      Environment environment,
      Tries tries) {
    this.store = store;
    this.writes = writes;
    this.reader = reader;
    this.rollForward = rollForward;
    this.refusals = refusals;
    this.environment = environment;
    this.tries = tries;
  }

  /** Finishes the transaction. Completes when nothing is left to do, or other clients do it. */
  CompletableFuture<Void> finish(CommitAttempt attempt) {
    RowKey primary = attempt.plan().primary().key();
    LockedRow held = attempt.held(primary);
    return held != null
        ? finish(attempt, held, tries.finish())
        : reader.readLock(primary).thenCompose(now -> finish(attempt, now, tries.finish()));
  }

  private CompletableFuture<Void> finish(CommitAttempt attempt, LockedRow primary, int tries) {
    TransactionId id = attempt.plan().id();
    if (primary.isCommittedBy(id)) {
      return rollForward(attempt, primary);
    }
    Prewritten own = primary.lock().heldBy(id);
    if (own == null || tries == 0) {
      return CompletableFuture.completedFuture(null);
    }
    ConditionalWrite write =
        writes.replace(
            attempt.plan().factsOf(attempt.plan().primary()),
            primary.key(),
            primary.stored().lock(),
            own.committed(),
            own.intent().toMutations(primary.key().row(), own.commitTimestamp()));
    return store
        .write(write)
        .thenCompose(outcome -> refusals.unlessRefused(primary, outcome))
        .thenCompose(
            outcome ->
                outcome.isApplied()
                    ? rollForward(attempt, LockedRow.after(write, own.committed()))
                    : finishLater(attempt, tries - 1));
  }

  /**
   * Retries: a beat that was given up as lost may have changed the bytes, or other clients have
   * finished it.
   */
  private CompletableFuture<Void> finishLater(CommitAttempt attempt, int tries) {
    return environment
        .jitteredPause(PAUSE)
        .thenCompose(waited -> reader.readLockElsewhere(attempt.plan().primary().key()))
        .thenCompose(now -> finish(attempt, now, tries));
  }

  private CompletableFuture<Void> rollForward(CommitAttempt attempt, LockedRow primary) {
    return attempt.holdsAllSecondaries()
        ? rollForward.finish(primary, attempt.heldSecondaries())
        : rollForward.finish(primary);
  }
}
