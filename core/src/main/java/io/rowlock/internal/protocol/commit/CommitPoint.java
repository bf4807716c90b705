package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.LostRaceException;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.Tries;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.recovery.LostTables;
import io.rowlock.internal.protocol.recovery.RefusedIntents;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.WriteOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;

/**
 * Sends the one conditional write that decides a transaction (protocol, 5.3), and settles its
 * answer (section 8).
 *
 * <p>Safety: only the answer "applied" is accepted as it is. "Not equal" may be the answer to a
 * second delivery of a request whose first delivery was applied, and a missing answer proves
 * nothing. In these cases the primary is read. (An answer "not equal" to the only delivery of every
 * request proves that the commit has not happened. The primary is read nevertheless, because a
 * stale server may have answered, where sending the request again succeeds. The proof counts where
 * the rows show nothing: where so many transactions have written the primary meanwhile that a
 * commit would not show any more, or where it cannot be read.)
 *
 * <ul>
 *   <li>A trace of the transaction there, or as the writer of a secondary, proves the commit.
 *   <li>A later lock time without a trace, where a commit would still show, proves that the commit
 *       has not happened and never will, because the expected bytes are gone forever (I1).
 *   <li>Where a commit may no longer show on the primary, a secondary that is read
 *       <em>afterwards</em> and can still be rolled back, or has been, proves the same: a committed
 *       primary is not replaced before its secondaries are rolled forward (I2).
 *   <li>An <em>earlier</em> lock time proves nothing, unless it stays and a fence on those bytes
 *       succeeds. In that case a vacuum has removed the expected bytes. A vacuum removes no lock
 *       that has changed within its horizon, so it has removed none that this commit has written;
 *       and the bytes never come back ({@link LockWrites}). The secondaries, if there are any, are
 *       checked nevertheless. If no lock was expected, a lock that an earlier vacuum may have
 *       removed counts as earlier ({@link LockedRow#mayBeVacuumedBefore}). The version of such a
 *       lock is below the commit timestamp, too, so a fence on it proves that no commit came before
 *       the fence.
 *   <li>The expected bytes leave the outcome open. The same write is sent again, and finally the
 *       primary is fenced, which makes the outcome definite. A <em>later</em> beat of this attempt
 *       leaves it open as well: a new write is made over it. An earlier beat is the answer of a
 *       stale server.
 * </ul>
 *
 * <p>So only the last of all writes sent can be applied. Once any row proves the commit, the lock
 * time of that write is the lock time of the primary. A write over an earlier beat, or a new write
 * over the same bytes after the clock went back, would contain the same committed bytes with an
 * earlier lock time. The roll-forward would then write below the commit, where no reader sees it.
 *
 * <p>A refusal ("no such family", "access denied") is no proof: another coprocessor can throw it
 * after the write was applied. It means that this request has ended and that sending it again is
 * useless, so an unchanged primary is fenced at once. The fence may be refused as well. A refused
 * fence leaves a proof in two cases only:
 *
 * <ul>
 *   <li>The region takes no write at all, because it is read-only or out of space, and it gave this
 *       answer to the fence and to the only commit point ever sent. Then no request is under way
 *       that can still be applied. If the servers, asked again for the row's location, still show
 *       the primary unchanged, it has not taken the commit and never will.
 *   <li>The row has a committed intent below its lock, both requests were refused for the lack of a
 *       family, and the master confirms that the table has lost a family of that intent, which both
 *       requests apply. The same check of the primary leads to the same conclusion.
 * </ul>
 *
 * <p>After any other refused fence a read is no proof, because a stale server may have answered. If
 * the table is gone, the outcome stays unknown: other clients may have seen the commit.
 *
 * <p>A {@link RegionCommit} is settled by all rows that it writes.
 */
public record CommitPoint(
    RowStore store,
    LockWrites writes,
    LockedReader reader,
    HolderSettlement holders,
    RefusedIntents refusals,
    Environment environment,
    Tries tries) {

  private static final Duration PAUSE = Duration.ofMillis(20);

  /**
   * Sends the commit point. Completes with the state of the primary after the transaction has
   * committed. Fails with a failure that {@link #isProof} accepts only if the transaction surely
   * has not committed and never will; any other failure leaves the outcome unknown.
   */
  CompletableFuture<LockedRow> pass(CommitPlan plan, CommitAttempt attempt) {
    CommitPointRequest first;
    try {
      List<ConditionalWrite> writes = writesOver(plan, attempt, null);
      first = CommitPointRequest.first(plan, attempt, writes, tries.commit());
    } catch (Throwable unsent) {
      return CompletableFuture.failedFuture(ProtocolFailure.beforeCommit(unsent));
    }
    return Async.DONE.thenCompose(begun -> send(first));
  }

  /** Returns whether the failure of this class proves that the transaction never commits. */
  static boolean isProof(Throwable failure) {
    return failure instanceof LostRaceException
        || (failure instanceof ProtocolFailure known && known.kind() == Kind.STORE);
  }

  /** Returns the commit point for the newest known bytes of the primary. */
  private List<ConditionalWrite> writesOver(
      CommitPlan plan, CommitAttempt attempt, @Nullable LockedRow ownBeat) {
    LockPlan locks = plan.locks();
    WriteRow primary = locks.primary();
    LockedRow held = ownBeat != null ? ownBeat : attempt.held(primary.key());
    List<ConditionalWrite> all = new ArrayList<>();
    all.add(
        write(
            locks,
            primary,
            held == null ? primary.base().storedLock() : held.stored().lock(),
            plan.committedLock(),
            held == null ? primary.base().unrolledData() : List.of()));
    for (WriteRow row : plan.region().rows()) {
      DecidedRow base = row.base();
      RowLock lock = plan.committedLockOf(row);
      all.add(write(locks, row, base.storedLock(), lock, base.unrolledData()));
    }
    return all;
  }

  private ConditionalWrite write(
      LockPlan plan,
      WriteRow row,
      @Nullable StoredLock expected,
      RowLock lock,
      List<Mutation> unrolled) {
    List<Mutation> data = new ArrayList<>(unrolled);
    data.addAll(row.intent().toMutations(row.key().row(), plan.commitTimestamp()));
    return writes.replace(plan.factsOf(row), row.key(), expected, lock, data);
  }

  private CompletableFuture<LockedRow> send(CommitPointRequest sent) {
    return deliver(sent).thenCompose(outcome -> answered(sent.answeredWith(outcome), outcome));
  }

  private CompletableFuture<LockedRow> answered(CommitPointRequest sent, WriteOutcome outcome) {
    return switch (outcome.kind()) {
      case APPLIED -> CompletableFuture.completedFuture(committed(sent));
      case REJECTED ->
          isNeverApplied(sent, outcome) ? rejected(sent) : settle(sent.afterRejection(outcome));
      case NOT_EQUAL, NOT_COLOCATED -> settleTurnedDown(sent);
      case MAYBE_APPLIED -> settleUnanswered(sent);
    };
  }

  /** Returns whether no server has received the only request. */
  private static boolean isNeverApplied(CommitPointRequest sent, WriteOutcome rejection) {
    return sent.isFirst() && rejection.isUnapplied();
  }

  /** An earlier delivery of the same request may have been applied. */
  private CompletableFuture<LockedRow> settleTurnedDown(CommitPointRequest sent) {
    return settle(sent.afterRefusal());
  }

  private CompletableFuture<LockedRow> settleUnanswered(CommitPointRequest sent) {
    return settle(sent);
  }

  private CompletableFuture<WriteOutcome> deliver(CommitPointRequest sent) {
    return sent.plan().isRegionCommit()
        ? store.write(sent.plan().region().request(sent.writes()))
        : store.write(sent.write());
  }

  private static LockedRow committed(CommitPointRequest sent) {
    return LockedRow.after(sent.write(), sent.plan().committedLock());
  }

  /** Reports that the request was never applied, and none is under way. */
  private CompletableFuture<LockedRow> rejected(CommitPointRequest sent) {
    return refusals.refused(sent.locks().primary().base(), "Could not commit at", sent.cause());
  }

  private CompletableFuture<LockedRow> settle(CommitPointRequest sent) {
    List<RowKey> rows = sent.writes().stream().map(ConditionalWrite::key).toList();
    return Async.recover(reader.readLocks(rows), unreadable -> undecided(sent, unreadable))
        .thenCompose(now -> judgeAll(sent, now));
  }

  private CompletableFuture<LockedRow> judgeAll(CommitPointRequest sent, List<LockedRow> now) {
    LockedRow primary = now.get(0);
    for (int i = 1; i < now.size(); i++) {
      if (now.get(i).hasTraceOf(sent.locks().id())) {
        // The primary may have been read before.
        return CompletableFuture.completedFuture(
            primary.hasTraceOf(sent.locks().id()) ? primary : committed(sent));
      }
      if (isLost(sent.locks(), sent.writes().get(i), now.get(i))) {
        return CompletableFuture.failedFuture(new LostRaceException(now.get(i).key()));
      }
    }
    return judge(sent, primary);
  }

  /**
   * Returns whether another transaction has replaced the bytes that the write expects, and a commit
   * would still show.
   */
  private static boolean isLost(LockPlan plan, ConditionalWrite write, LockedRow now) {
    StoredLock expected = write.expected();
    return !now.hasLock(expected)
        && !isFromThePast(plan, expected, now)
        && now.lock().decidedPart().wouldShow(plan.commitTimestamp());
  }

  private static boolean isFromThePast(
      LockPlan plan, @Nullable StoredLock expected, LockedRow now) {
    long time = expected == null ? 0 : expected.time();
    return now.isBefore(time, plan.planned(), plan.commitTimestamp());
  }

  private CompletableFuture<LockedRow> judge(CommitPointRequest sent, LockedRow now) {
    LockPlan plan = sent.locks();
    if (now.hasTraceOf(plan.id())) {
      return CompletableFuture.completedFuture(now);
    }
    StoredLock expected = sent.write().expected();
    if (now.hasLock(expected)) {
      return stillOpen(sent, now, sent.writes());
    }
    if (isLaterBeat(plan, expected, now)) {
      return stillOpen(sent, now, writesOver(sent.plan(), sent.attempt(), now));
    }
    if (isFromThePast(plan, expected, now)) {
      return againElsewhere(sent, now);
    }
    return judgeReplaced(sent, now);
  }

  /** Other bytes have replaced those that the commit point expects. */
  private CompletableFuture<LockedRow> judgeReplaced(CommitPointRequest sent, LockedRow now) {
    return now.lock().decidedPart().wouldShow(sent.locks().commitTimestamp())
        ? CompletableFuture.failedFuture(new LostRaceException(now.key()))
        : judgeBySecondaries(sent, now);
  }

  private static boolean isLaterBeat(LockPlan plan, @Nullable StoredLock expected, LockedRow now) {
    return isOwn(plan, now) && (expected == null || now.lockTime() > expected.time());
  }

  private static boolean isOwn(LockPlan plan, LockedRow now) {
    return now.isHeldBy(plan.id());
  }

  private CompletableFuture<LockedRow> stillOpen(
      CommitPointRequest sent, LockedRow now, List<ConditionalWrite> next) {
    return sent.left() <= 0
        ? fence(sent, now)
        : environment.jitteredPause(PAUSE).thenCompose(waited -> send(sent.with(next)));
  }

  private CompletableFuture<LockedRow> againElsewhere(CommitPointRequest sent, LockedRow earlier) {
    if (isOwn(sent.locks(), earlier) || sent.attempt().isUnderHold(earlier)) {
      return afterEarlierBeat(sent);
    }
    if (sent.left() <= -tries.fences()) {
      return fenceEarlier(sent, earlier);
    }
    if (sent.isFirst() || sent.left() <= 0) {
      return reader
          .readLockElsewhere(sent.write().key())
          .thenCompose(
              now ->
                  now.hasLock(earlier.stored().lock())
                      ? fenceEarlier(sent, now)
                      : judge(sent.next(), now));
    }
    return environment
        .jitteredPause(PAUSE)
        .thenCompose(waited -> reader.readLockElsewhere(sent.write().key()))
        .thenCompose(now -> judge(sent.next(), now));
  }

  /** Reads all rows again: only a stale server shows an earlier beat, a vacuum never leaves one. */
  private CompletableFuture<LockedRow> afterEarlierBeat(CommitPointRequest sent) {
    return environment
        .jitteredPause(PAUSE)
        .thenCompose(waited -> store.relocate(sent.write().key()))
        .thenCompose(relocated -> settleUnlessLast(sent));
  }

  /**
   * Fences a primary that shows an earlier lock time. If the fence succeeds, no stale server has
   * answered: a vacuum has removed the lock.
   */
  private CompletableFuture<LockedRow> fenceEarlier(CommitPointRequest sent, LockedRow earlier) {
    if (!(earlier.lock() instanceof Stable)) {
      return holders.settle(earlier.key()).thenCompose(done -> settleUnlessLast(sent));
    }
    return writes
        .fence(earlier)
        .thenCompose(store::write)
        .thenCompose(
            outcome -> outcome.isApplied() ? judgeVacuumed(sent, earlier) : settleUnlessLast(sent));
  }

  private CompletableFuture<LockedRow> judgeVacuumed(CommitPointRequest sent, LockedRow primary) {
    return sent.locks().secondaries().isEmpty()
        ? CompletableFuture.failedFuture(new LostRaceException(primary.key()))
        : judgeBySecondaries(sent, primary);
  }

  /**
   * Fences the primary, so that no request under way can be applied any more. If the lock below
   * contains an intent of another transaction that is committed but not applied, the fence applies
   * it.
   */
  private CompletableFuture<LockedRow> fence(CommitPointRequest sent, LockedRow now) {
    LockPlan plan = sent.locks();
    DecidedRow base = plan.primary().base();
    boolean own = isOwn(plan, now);
    ConditionalWrite fence =
        writes.fence(
            plan.factsOf(plan.primary()), now, base, own ? List.of() : base.unrolledData());
    return store
        .write(fence)
        .thenCompose(
            outcome ->
                isBarred(sent, own ? null : base.unrolled(), outcome)
                    .thenCompose(
                        barred ->
                            barred ? afterBarredFence(sent, now) : afterFence(sent, outcome)));
  }

  /**
   * Returns whether the table is the reason that commit point and fence were refused: it takes no
   * write at all, or it has lost a family that the intent below needs, which both requests apply.
   */
  private CompletableFuture<Boolean> isBarred(
      CommitPointRequest sent, @Nullable Prewritten below, WriteOutcome fence) {
    boolean isBarred = takesNoWrite(sent, fence);
    return below == null || !sent.lacksFamily() || !LostTables.lacksFamily(fence)
        ? CompletableFuture.completedFuture(isBarred)
        : refusals
            .tables()
            .missingFamilies(sent.write().key().table(), below.intent())
            .thenApply(missing -> !missing.isEmpty());
  }

  private static boolean takesNoWrite(CommitPointRequest sent, WriteOutcome fence) {
    return fence.isBarred() && sent.isBarred();
  }

  private CompletableFuture<LockedRow> afterFence(CommitPointRequest sent, WriteOutcome outcome) {
    return outcome.isApplied() ? fenced(sent) : settleUnlessLast(sent);
  }

  /** Never applied, and none that is under way can be. */
  private CompletableFuture<LockedRow> fenced(CommitPointRequest sent) {
    RowKey primary = sent.write().key();
    return sent.isRefused()
        ? rejected(sent)
        : CompletableFuture.failedFuture(
            sent.regionTurnedDown()
                ? new LostRaceException(primary)
                : ProtocolFailure.refused(primary, "Gave up committing at", sent.cause()));
  }

  private CompletableFuture<LockedRow> afterBarredFence(CommitPointRequest sent, LockedRow before) {
    return reader
        .readLockElsewhere(before.key())
        .thenCompose(
            now -> now.hasLock(before.stored().lock()) ? rejected(sent) : settleUnlessLast(sent));
  }

  private CompletableFuture<LockedRow> settleUnlessLast(CommitPointRequest sent) {
    return sent.left() <= -tries.fences() ? undecided(sent, sent.cause()) : settle(sent.next());
  }

  /**
   * Judges the outcome by the secondaries, because another transaction has written the primary
   * since.
   */
  private CompletableFuture<LockedRow> judgeBySecondaries(
      CommitPointRequest sent, LockedRow primary) {
    return new SecondaryEvidence(store, writes, reader)
        .of(sent.attempt())
        .thenCompose(
            found ->
                switch (found) {
                  case COMMITTED -> CompletableFuture.completedFuture(primary);
                  case NEVER ->
                      CompletableFuture.failedFuture(new LostRaceException(primary.key()));
                  case NONE -> undecided(sent, sent.cause());
                });
  }

  /** Ends where the rows show nothing: the answers alone may prove that nothing was applied. */
  private static <T> CompletableFuture<T> undecided(
      CommitPointRequest sent, @Nullable Throwable cause) {
    return CompletableFuture.failedFuture(
        sent.isUnapplied()
            ? new LostRaceException(sent.write().key())
            : sent.attempt().unknown(cause));
  }
}
