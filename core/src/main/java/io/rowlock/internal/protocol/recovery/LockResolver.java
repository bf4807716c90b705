package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.recovery.RecoveryObserver.Recovery;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Meets other transactions' locks (protocol, section 6).
 *
 * <p>Safety: only what can be proven is acted upon. A transaction T is decided by its primary P
 * alone, which is always read <em>after</em> the secondary S that names it.
 *
 * <ul>
 *   <li>P bears a trace of T as committed: T is committed for ever. As COMMITTED, S's intent
 *       counts; as a former writer, every secondary was rolled forward before P moved on (I2), so S
 *       was stale.
 *   <li>P is PREWRITTEN by T: only T's owner can commit it, by a conditional write on these very
 *       bytes. Replacing them aborts T for ever, because no byte string comes twice (I1). If it is
 *       marked parallel, T may have committed already: see {@link ParallelRecovery}.
 *   <li>P bears no trace and its lock time is <em>later</em> than S expects: the bytes that T's
 *       write to P expects are gone for ever, so T can never commit. S may be rolled back.
 *   <li>P bears no trace at the lock time that S expects: T's write may still be under way. Fencing
 *       P (same state, other bytes) leads to the case before.
 *   <li>P's lock time is <em>earlier</em>: a stale server answered, or the row was vacuumed.
 *       Nothing is concluded from that; a fence that succeeds proves what it saw, and S is rolled
 *       back in the same step. The same where S expects no lock, and P shows one that a vacuum may
 *       have taken away before T began: a stale server may show it ({@link
 *       LockedRow#mayBeVacuumedBefore}).
 * </ul>
 *
 * A lock cell may hold anything, written by anybody. Whatever it says, the row that it names as its
 * primary gets no more than a fence, which changes neither its data nor its version, at a lock time
 * that follows the clock of the client; all else that is done for it is done to its own row.
 *
 * <p>Every act is a conditional write on the exact bytes read, so helpers never harm each other,
 * and its outcome needs no settling: whatever happened, the caller looks again.
 */
public final class LockResolver {

  private static final Logger LOG = LoggerFactory.getLogger(LockResolver.class);

  /** A chain of locks that wait for each other's primaries is never long. */
  private static final int LONGEST_CHAIN = 16;

  /** What is known of the transaction that holds a row. */
  public enum Verdict {
    /** It is committed; its intent counts. */
    COMMITTED,
    /** The lock is being, or was, replaced: read the row again. */
    CHANGED,
    /** Nobody knows yet. */
    UNDECIDED
  }

  private final RowStore store;
  private final LostTables tables;
  private final RecoveryWrites acts;
  private final Fencing fencing;
  private final ParallelRecovery recovery;
  private final LeaseWatch leases;
  private final RollForward rollForward;
  private final RecoveryObserver recoveries;

  public LockResolver(
      RowStore store,
      LockWrites writes,
      LeaseWatch leases,
      RollForward rollForward,
      RecoveryObserver recoveries) {
    this.store = store;
    this.tables = new LostTables(store);
    this.acts = new RecoveryWrites(store, writes, rollForward, recoveries);
    this.fencing = new Fencing(store, acts, rollForward, this::judge);
    this.recovery = new ParallelRecovery(store, acts, fencing);
    this.leases = leases;
    this.rollForward = rollForward;
    this.recoveries = recoveries;
  }

  /**
   * Judges the holder of a PREWRITTEN row, and acts where its owner has been silent for a lease.
   */
  public CompletableFuture<Verdict> judge(LockedRow row) {
    return judge(row, List.of());
  }

  /**
   * Each lock of a chain was written after somebody had seen the next one, or a later one of that
   * row. So a row that comes again is an earlier state of it, from a stale server, or no client has
   * written these locks.
   *
   * @param before the locks that led here, each standing on its primary's row
   */
  private CompletableFuture<Verdict> judge(LockedRow row, List<LockedRow> before) {
    List<LockedRow> chain = new ArrayList<>(before);
    chain.add(row);
    for (LockedRow earlier : before) {
      if (earlier.key().equals(row.key()) && row.lockTime() < earlier.lockTime()) {
        return CompletableFuture.completedFuture(Verdict.UNDECIDED);
      }
    }
    List<RowKey> keys = chain.stream().map(LockedRow::key).toList();
    if (keys.indexOf(row.key()) < before.size() || chain.size() > LONGEST_CHAIN) {
      throw ProtocolFailure.corruptLock(
          keys.get(0), "its primaries form a circle, or no end is in sight: " + keys);
    }
    Prewritten lock = (Prewritten) row.lock();
    if (lock.isPrimary()) {
      return judgePrimary(row, lock, chain);
    }
    return Async.recover(
            readLock(lock.primary().key()).thenApply(Optional::of),
            failure -> missingPrimary(row, lock, failure))
        .thenCompose(
            primary ->
                primary.isPresent()
                    ? judgeSecondary(row, lock, primary.get(), chain)
                    : CompletableFuture.completedFuture(Verdict.UNDECIDED));
  }

  /**
   * Whether the master says that the table of the primary is gone. An owner who is alive takes its
   * lock back; after a lease, anything that could be done with it may be wrong.
   */
  private CompletableFuture<Optional<LockedRow>> missingPrimary(
      LockedRow row, Prewritten lock, Throwable failure) {
    if (!LostTables.isMissing(failure)) {
      String whose = "transaction " + lock.id();
      return CompletableFuture.failedFuture(
          MissingTables.explain(row.key(), whose, lock.primary().key().toString(), failure));
    }
    if (!leases.isAbandoned(row.key(), row.lockTime())) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return tables
        .isGone(lock.primary().key().table())
        .thenCompose(
            gone ->
                gone
                    ? CompletableFuture.failedFuture(MissingTables.gone(row.key(), lock, failure))
                    : CompletableFuture.completedFuture(Optional.empty()));
  }

  private CompletableFuture<Verdict> judgeSecondary(
      LockedRow row, Prewritten lock, LockedRow primary, List<LockedRow> chain) {
    if (isCommitted(primary, lock)) {
      finishIfAbandoned(primary);
      return CompletableFuture.completedFuture(Verdict.COMMITTED);
    }
    if (primary.lock() instanceof Prewritten holder && holder.id().equals(lock.id())) {
      if (!holder.isPrimary()) {
        throw ProtocolFailure.corruptLock(
            row.key(), "its primary, " + primary.key() + ", names another one");
      }
      List<LockedRow> longer = new ArrayList<>(chain);
      longer.add(primary);
      return judgePrimary(primary, holder, longer);
    }
    if (primary.lock().decidedPart().bearsTraceOf(lock.id())) {
      return CompletableFuture.completedFuture(Verdict.CHANGED);
    }
    return judgeWithoutTrace(row, lock, primary, chain);
  }

  private static boolean isCommitted(LockedRow primary, Prewritten lock) {
    return primary.lock() instanceof Committed committed && committed.id().equals(lock.id());
  }

  private CompletableFuture<Verdict> judgeWithoutTrace(
      LockedRow row, Prewritten lock, LockedRow primary, List<LockedRow> chain) {
    if (isPrimaryLost(primary, lock)) {
      return acts.rollBack(row, lock, "its primary is lost to it");
    }
    boolean abandoned = leases.isAbandoned(row.key(), row.lockTime());
    long expected = lock.primary().lockTime();
    return fencing.keepOut(new Fencing.Doubt(row, lock, expected, chain), primary, abandoned);
  }

  /** True when the primary has passed the lock time that the commit point expects. */
  private static boolean isPrimaryLost(LockedRow primary, Prewritten lock) {
    long expected = lock.primary().lockTime();
    return primary.lockTime() > expected
        && !primary.isBefore(expected, lock.planned(), lock.commitTimestamp());
  }

  /**
   * A primary decides itself: its owner commits it, or after the lease anybody may abort it. Of a
   * parallel commit it takes all rows to tell.
   */
  private CompletableFuture<Verdict> judgePrimary(
      LockedRow primary, Prewritten lock, List<LockedRow> chain) {
    if (!leases.isAbandoned(primary.key(), primary.lockTime())) {
      return CompletableFuture.completedFuture(Verdict.UNDECIDED);
    }
    return settleAbandoned(primary, lock, chain);
  }

  private CompletableFuture<Verdict> settleAbandoned(
      LockedRow primary, Prewritten lock, List<LockedRow> chain) {
    return lock.isParallel()
        ? recovery.settle(primary, lock, chain)
        : acts.rollBack(primary, lock, "its owner has been silent for a lease");
  }

  /**
   * Cleans up, in the background, after a committed transaction whose owner seems to be gone; if
   * that fails, again after another lease.
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

  private CompletableFuture<LockedRow> readLock(RowKey key) {
    return store.read(List.of(RowRead.lockOf(key))).thenApply(rows -> LockedRow.of(rows.get(0)));
  }
}
