package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.recovery.RecoveryObserver.Recovery;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what to do about other transactions' locks (protocol, section 6).
 *
 * <p>Safety: it acts only on what is proven. A transaction T is decided by its primary P alone,
 * which is always read <em>after</em> the secondary S that names it.
 *
 * <ul>
 *   <li>P has a trace of T as committed: T is committed forever. If P is COMMITTED by T, the intent
 *       of S counts. If T is a former writer of P, every secondary was rolled forward before P was
 *       replaced (I2), so S was stale.
 *   <li>P is PREWRITTEN by T: only T's owner can commit T, by a conditional write on these very
 *       bytes. Replacing them aborts T forever, because no byte string comes twice (I1).
 *   <li>P has no trace of T and its lock time is <em>later</em> than S expects: the bytes that T's
 *       write to P expects are gone forever, so T can never commit. S may be rolled back.
 *   <li>P has no trace of T, at the lock time that S expects: T's write may still be under way. A
 *       fence of P (same state, other bytes) leads to the case before.
 *   <li>P's lock time is <em>earlier</em>: a stale server answered, or the row was vacuumed.
 *       Nothing follows from that alone. A fence that succeeds proves the state that was read, and
 *       S is rolled back in the same step. The same applies where S expects no lock, and P shows a
 *       lock that a vacuum may have removed before T began: a stale server may show it ({@link
 *       LockedRow#mayBeVacuumedBefore}).
 * </ul>
 *
 * <p>A lock cell may contain anything, from any writer. Whatever its contents, the row that it
 * names as its primary gets no more than a fence, which changes neither its data nor its version,
 * at a lock time that follows the clock of the client. All other writes for the lock go to its own
 * row.
 *
 * <p>Every act is a conditional write on the exact bytes read, so helpers never harm each other.
 * Its outcome needs no settling: in every case the caller reads the row again.
 */
public final class LockResolver {

  private static final Logger LOG = LoggerFactory.getLogger(LockResolver.class);

  /** What is known about the transaction that holds a row. */
  public enum Verdict {
    /** It is committed; its intent counts. */
    COMMITTED,
    /** The lock is being, or was, replaced: the caller must read the row again. */
    CHANGED,
    /** The transaction is not decided yet. */
    UNDECIDED
  }

  private final RowStore store;
  private final RecoveryWrites acts;
  private final Fencing fencing;
  private final LeaseWatch leases;
  private final RollForward rollForward;
  private final RecoveryObserver recoveries;
  private final Judgements judgements;

  public LockResolver(
      RowStore store,
      LockWrites writes,
      LeaseWatch leases,
      RollForward rollForward,
      RecoveryObserver recoveries,
      Environment environment) {
    this.store = store;
    this.acts = new RecoveryWrites(store, writes, rollForward, recoveries, environment);
    this.fencing = new Fencing(store, acts, rollForward, this::judge);
    this.leases = leases;
    this.rollForward = rollForward;
    this.recoveries = recoveries;
    this.judgements =
        new Judgements(rows -> judge(rows, LockChain.of(rows.first().stored())), environment);
  }

  /** Judges the holder of a PREWRITTEN row, and acts if its owner has been silent for a lease. */
  public CompletableFuture<Verdict> judge(LockedRow row) {
    return judge(List.of(row));
  }

  /**
   * Judges the holder of rows, and acts if its owner has been silent for a lease. The verdict is
   * that of the secondaries among them. If it is COMMITTED, the primary has changed.
   *
   * @param rows one part that {@link HeldRows#byHolder} returns
   */
  public CompletableFuture<Verdict> judge(List<LockedRow> rows) {
    return judgements.judge(rows);
  }

  /** Judges the holder of the last row of a chain, and of the rows beside it. */
  private CompletableFuture<Verdict> judge(HeldRows rows, LockChain chain) {
    if (chain.isClosed() && !chain.isCircle()) {
      return CompletableFuture.completedFuture(Verdict.UNDECIDED);
    }
    if (chain.isClosed() || chain.isTooLong()) {
      throw ProtocolFailure.corruptLock(
          chain.first(), "its primaries form a circle, or too long a chain: " + chain);
    }
    Prewritten lock = rows.lock();
    if (lock.isPrimary()) {
      return judgePrimary(rows.first());
    }
    return Async.recover(
            LockReads.one(store, lock.primary().key()).thenApply(Optional::of),
            failure -> missingPrimary(rows, lock, failure))
        .thenCompose(
            primary ->
                primary.isPresent()
                    ? judgeSecondaries(rows, lock, primary.get(), chain)
                    : CompletableFuture.completedFuture(Verdict.UNDECIDED));
  }

  /**
   * Handles a primary whose table is missing, after the master has confirmed that it is gone. An
   * owner that is alive takes its lock back; after a lease, any decision may be wrong.
   */
  private CompletableFuture<Optional<LockedRow>> missingPrimary(
      HeldRows rows, Prewritten lock, Throwable failure) {
    RowKey row = rows.first().key();
    if (!LostTables.isMissing(failure)) {
      String whose = "transaction " + lock.id();
      return CompletableFuture.failedFuture(
          StuckLocks.explain(row, whose, lock.primary().key().toString(), failure));
    }
    if (!isAnyAbandoned(rows)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return new LostTables(store)
        .isGone(lock.primary().key().table())
        .thenCompose(
            gone ->
                gone
                    ? CompletableFuture.failedFuture(
                        StuckLocks.gone(row, lock, lock.primary().key(), failure))
                    : CompletableFuture.completedFuture(Optional.empty()));
  }

  private CompletableFuture<Verdict> judgeSecondaries(
      HeldRows rows, Prewritten lock, LockedRow primary, LockChain chain) {
    if (isCommitted(primary, lock)) {
      finishIfAbandoned(primary);
      return CompletableFuture.completedFuture(Verdict.COMMITTED);
    }
    Prewritten holder = primary.lock().heldBy(lock.id());
    if (holder != null) {
      if (!holder.isPrimary()) {
        throw ProtocolFailure.corruptLock(
            rows.first().key(), "its primary, " + primary.key() + ", names another one");
      }
      return judgePrimary(primary);
    }
    if (primary.hasTraceOf(lock.id())) {
      return CompletableFuture.completedFuture(Verdict.CHANGED);
    }
    return judgeWithoutTrace(rows, lock, primary, chain);
  }

  private static boolean isCommitted(LockedRow primary, Prewritten lock) {
    return primary.isCommittedBy(lock.id());
  }

  private CompletableFuture<Verdict> judgeWithoutTrace(
      HeldRows rows, Prewritten lock, LockedRow primary, LockChain chain) {
    if (isPrimaryLost(primary, lock)) {
      return acts.rollBack(rows, "it has lost its primary");
    }
    boolean abandoned = isAnyAbandoned(rows);
    long expected = lock.primary().lockTime();
    return fencing.keepOut(new Fencing.Doubt(rows, lock, expected, chain), primary, abandoned);
  }

  /** Looks at every lock, so that all of their leases run. */
  private boolean isAnyAbandoned(HeldRows rows) {
    boolean isAny = false;
    for (LockedRow row : rows.rows()) {
      isAny |= leases.isAbandoned(row.key(), row.lockTime());
    }
    return isAny;
  }

  /** Returns whether the primary has passed the lock time that the commit point expects. */
  public static boolean isPrimaryLost(LockedRow primary, Prewritten lock) {
    long expected = lock.primary().lockTime();
    return primary.lockTime() > expected
        && !primary.isBefore(expected, lock.planned(), lock.commitTimestamp());
  }

  /**
   * Judges a transaction by its own primary: its owner commits it, or after the lease any client
   * may abort it.
   */
  private CompletableFuture<Verdict> judgePrimary(LockedRow primary) {
    if (!leases.isAbandoned(primary.key(), primary.lockTime())) {
      return CompletableFuture.completedFuture(Verdict.UNDECIDED);
    }
    return acts.rollBack(HeldRows.of(primary), "its owner has been silent for a lease");
  }

  /**
   * Cleans up, in the background, after a committed transaction whose owner seems to be gone. If
   * that fails, another lease must pass before the next try.
   */
  public void finishIfAbandoned(LockedRow row) {
    if (row.lock() instanceof Committed committed
        && leases.isAbandoned(row.key(), row.lockTime())) {
      LOG.info("Finishing committed transaction {} for its silent owner", committed.id());
      recoveries.recovered(Recovery.ROLLED_FORWARD);
      leases.forget(row.key());
      rollForward.finishInBackground(row);
    }
  }
}
