package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.RowLock.Committed;
import io.rowlock.internal.protocol.RowLock.Prewritten;
import io.rowlock.internal.protocol.RowLock.Stable;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.Surroundings;
import io.rowlock.internal.store.WriteOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;

/**
 * The one conditional write that decides a transaction (protocol, 5.3), and the settlement of its
 * answer (section 8). The only source of unknown outcomes.
 *
 * <p>Safety: "applied" is believed; nothing else is. "Not equal" may be the answer to a second
 * delivery of a request whose first delivery was applied, and silence says nothing. The primary is
 * read, and:
 *
 * <ul>
 *   <li>a trace of the own identity there, or as the writer of a secondary, proves the commit;
 *   <li>a later lock time without a trace, where a commit would show, proves that it has not
 *       happened and never will, because the expected bytes are gone for ever (I1);
 *   <li>where a commit need no longer show on the primary, a secondary that is read
 *       <em>afterwards</em> and can still be rolled back, or has been, proves the same: a committed
 *       primary is not replaced before its secondaries are rolled forward (I2);
 *   <li>an <em>earlier</em> lock time proves nothing, unless it stays and a fence on those bytes
 *       succeeds: then a vacuum has taken the expected bytes away. It takes no lock that has
 *       changed within its horizon, and so none that this commit has written; and the bytes never
 *       come back ({@link LockWrites}). The secondaries, if there are any, are asked all the same.
 *       Where no lock was expected, one that a vacuum may have taken away before counts as earlier
 *       ({@link LockedRow#mayBeVacuumedBefore}): its version, too, lies below the commit timestamp,
 *       so that a fence on it proves that no commit came before the fence either;
 *   <li>the expected bytes leave it open: the same write is sent again, and finally the primary is
 *       fenced, which makes it definite. So does an own beat that is later: the write is made anew
 *       over it. An own beat that is <em>earlier</em> is a stale server's answer.
 * </ul>
 *
 * So of all the writes sent only the last can be applied, and once any row proves the commit, its
 * lock time is that of the primary. A write made over an earlier beat, or made anew over the same
 * bytes after the clock went back, would carry the committed bytes with an earlier lock time; what
 * is then written over those bytes, in the belief that they have it, is hidden below the commit.
 *
 * <p>A refusal ("no such family", "access denied") is no proof either: a coprocessor of others can
 * throw it after the write was applied. It means that this request is over, and that sending it
 * again is of no use: where the primary is as it was, it is fenced at once. The fence may be
 * refused as well. Where the region takes no write at all, being read-only or out of space, which
 * it said of the only request ever sent, and of the fence, none is under way that could be applied
 * yet: a primary that is then still as it was, where the servers say anew that it is, has not taken
 * the commit and never will. The same goes for a row with a committed intent below, where both were
 * refused for the lack of a family, and the table, the master says, has lost one of that intent,
 * which both apply. After any other refused fence a read is no proof, as a stale server may have
 * answered. And when the table is gone nobody can tell any more: others may have seen the commit.
 *
 * <p>Where the primary's region takes atomic writes to several rows, the same write takes the
 * transaction's other rows there along and checks what it has only read there. Then a trace in any
 * of the rows written proves the commit, and the proof of the contrary in any of them will do, as
 * they are written at one instant or never. When the write is turned down with the primary as it
 * was, one of the other conditions does not hold, or the rows have come apart: sending it again is
 * of no use, and the fence that makes it definite comes at once.
 */
final class CommitPoint {

  private static final Duration PAUSE = Duration.ofMillis(20);

  private final RowStore store;
  private final LockWrites writes;
  private final LockedReader reader;
  private final RefusedIntents refusals;
  private final LostTables tables;
  private final HolderSettlement holders;
  private final SecondariesTestimony testimony;
  private final Surroundings surroundings;
  private final Tries tries;

  CommitPoint(
      RowStore store,
      LockWrites writes,
      LockedReader reader,
      HolderSettlement holders,
      RefusedIntents refusals,
      Surroundings surroundings,
      Tries tries) {
    this.store = store;
    this.writes = writes;
    this.reader = reader;
    this.holders = holders;
    this.refusals = refusals;
    this.tables = new LostTables(store);
    this.testimony = new SecondariesTestimony(store, writes, reader);
    this.surroundings = surroundings;
    this.tries = tries;
  }

  /**
   * Completes with the primary as it is once the transaction has committed. Fails with what {@link
   * #isProof} accepts only when it surely has not and never will; any other failure leaves it
   * unknown.
   */
  CompletableFuture<LockedRow> pass(Attempt attempt) {
    Try first;
    try {
      first = new Try(attempt, writesOver(attempt, null), tries.commit(), true, false, null);
    } catch (Throwable unsent) {
      return CompletableFuture.failedFuture(ProtocolFailure.beforeCommit(unsent));
    }
    return Async.guarded(() -> send(first));
  }

  /** True for the failures by which this class says that the transaction never commits. */
  static boolean isProof(Throwable failure) {
    return failure instanceof LostRaceException
        || (failure instanceof ProtocolFailure known && known.kind() == Kind.STORE);
  }

  /**
   * One sending of the commit point; more than the first may be under way.
   *
   * @param writes the primary's, and those of its companions
   * @param isFirst nothing else has been sent or answered
   * @param left how often it may be sent again; at 0 and below the primary is fenced instead
   * @param turnedDown its company keeps it from being applied
   * @param refusal the answer to the only one, if it was refused: none is under way
   */
  private record Try(
      Attempt attempt,
      List<ConditionalWrite> writes,
      int left,
      boolean isFirst,
      boolean turnedDown,
      @Nullable WriteOutcome refusal) {

    Try with(List<ConditionalWrite> others) {
      return new Try(attempt, others, left - 1, false, turnedDown, refusal);
    }

    Try next() {
      return with(writes);
    }

    Try afterRefusal() {
      return plan().hasCompany()
          ? new Try(attempt, writes, Math.min(left, 0), false, true, refusal)
          : this;
    }

    Try afterRejection(WriteOutcome rejection) {
      WriteOutcome only = isFirst ? rejection : null;
      return new Try(attempt, writes, Math.min(left, 0), false, turnedDown, only);
    }

    boolean isRefused() {
      return refusal != null;
    }

    boolean isBarred() {
      return refusal != null && refusal.isBarred();
    }

    boolean lacksFamily() {
      return refusal != null && LostTables.lacksFamily(refusal);
    }

    CommitPlan plan() {
      return attempt.plan();
    }

    ConditionalWrite write() {
      return writes.get(0);
    }
  }

  /** The commit point on the bytes of the primary that are known to be its newest. */
  private List<ConditionalWrite> writesOver(Attempt attempt, @Nullable LockedRow ownBeat) {
    CommitPlan plan = attempt.plan();
    WriteRow primary = plan.primary();
    LockedRow held = ownBeat != null ? ownBeat : attempt.held(primary.key());
    List<ConditionalWrite> all = new ArrayList<>(1 + plan.companions().size());
    all.add(
        write(
            plan,
            primary,
            held == null ? primary.base().storedLock() : held.stored().lock(),
            plan.committedLock(),
            held == null ? primary.base().unrolledData() : List.of()));
    for (WriteRow row : plan.companions()) {
      DecidedRow base = row.base();
      all.add(write(plan, row, base.storedLock(), plan.committedLockOf(row), base.unrolledData()));
    }
    return all;
  }

  private ConditionalWrite write(
      CommitPlan plan,
      WriteRow row,
      @Nullable StoredLock expected,
      RowLock lock,
      List<Mutation> unrolled) {
    List<Mutation> data = new ArrayList<>(unrolled);
    data.addAll(row.intent().toMutations(row.key().row(), plan.commitTimestamp()));
    return writes.replace(plan.factsOf(row), row.key(), expected, lock, data);
  }

  private CompletableFuture<LockedRow> send(Try sent) {
    return deliver(sent)
        .thenCompose(
            outcome ->
                switch (outcome.kind()) {
                  case APPLIED -> CompletableFuture.completedFuture(committed(sent));
                  case REJECTED ->
                      sent.isFirst() && outcome.isUnheard()
                          ? rejected(sent, outcome.cause())
                          : settle(sent.afterRejection(outcome), outcome.cause());
                  case NOT_EQUAL, APART -> settle(sent.afterRefusal(), outcome.cause());
                  case MAYBE_APPLIED -> settle(sent, outcome.cause());
                });
  }

  private CompletableFuture<WriteOutcome> deliver(Try sent) {
    return sent.plan().hasCompany()
        ? store.write(new RegionWrite(sent.writes(), sent.plan().checked()))
        : store.write(sent.write());
  }

  private static LockedRow committed(Try sent) {
    return new LockedRow(
        new StoredRow(sent.write().key(), List.of(), sent.write().replacement()),
        sent.plan().committedLock());
  }

  /** Never applied, and none is under way. */
  private CompletableFuture<LockedRow> rejected(Try sent, @Nullable Throwable cause) {
    return refusals.refused(sent.plan().primary().base(), "Could not commit at", cause);
  }

  private CompletableFuture<LockedRow> settle(Try sent, @Nullable Throwable cause) {
    List<RowKey> rows = sent.writes().stream().map(ConditionalWrite::key).toList();
    return reader.readLocks(rows).thenCompose(now -> judgeAll(sent, now, cause));
  }

  private CompletableFuture<LockedRow> judgeAll(
      Try sent, List<LockedRow> now, @Nullable Throwable cause) {
    LockedRow primary = now.get(0);
    for (int i = 1; i < now.size(); i++) {
      if (isCommitted(now.get(i).lock(), sent.plan().id())) {
        // The primary may have been read before.
        return CompletableFuture.completedFuture(
            isCommitted(primary.lock(), sent.plan().id()) ? primary : committed(sent));
      }
      if (isLost(sent.plan(), sent.writes().get(i), now.get(i))) {
        return CompletableFuture.failedFuture(new LostRaceException(now.get(i).key()));
      }
    }
    return judge(sent, primary, cause);
  }

  /** True when others have replaced the bytes that the write expects, and a commit would show. */
  private static boolean isLost(CommitPlan plan, ConditionalWrite write, LockedRow now) {
    StoredLock expected = write.expected();
    return !Objects.equals(now.stored().lock(), expected)
        && !isFromThePast(plan, expected, now)
        && now.lock().decidedPart().wouldShow(plan.commitTimestamp());
  }

  private static boolean isFromThePast(
      CommitPlan plan, @Nullable StoredLock expected, LockedRow now) {
    return expected == null
        ? now.mayBeVacuumedBefore(plan.planned(), plan.commitTimestamp())
        : now.lockTime() < expected.time();
  }

  private CompletableFuture<LockedRow> judge(Try sent, LockedRow now, @Nullable Throwable cause) {
    CommitPlan plan = sent.plan();
    if (isCommitted(now.lock(), plan.id())) {
      return CompletableFuture.completedFuture(now);
    }
    StoredLock expected = sent.write().expected();
    if (Objects.equals(now.stored().lock(), expected)) {
      return stillOpen(sent, now, sent.writes(), cause);
    }
    if (isLaterBeat(plan, expected, now)) {
      return stillOpen(sent, now, writesOver(sent.attempt(), now), cause);
    }
    if (isFromThePast(plan, expected, now)) {
      return againElsewhere(sent, now, cause);
    }
    if (now.lock().decidedPart().wouldShow(plan.commitTimestamp())) {
      return CompletableFuture.failedFuture(new LostRaceException(now.key()));
    }
    return judgeBySecondaries(sent, now, cause);
  }

  private static boolean isCommitted(RowLock lock, TransactionId id) {
    return (lock instanceof Committed committed && committed.id().equals(id))
        || lock.decidedPart().bearsTraceOf(id);
  }

  private static boolean isLaterBeat(
      CommitPlan plan, @Nullable StoredLock expected, LockedRow now) {
    return now.lock() instanceof Prewritten holder
        && holder.id().equals(plan.id())
        && (expected == null || now.lockTime() > expected.time());
  }

  private CompletableFuture<LockedRow> stillOpen(
      Try sent, LockedRow now, List<ConditionalWrite> next, @Nullable Throwable cause) {
    return sent.left() <= 0
        ? fence(sent, now, cause)
        : surroundings.jitteredPause(PAUSE).thenCompose(waited -> send(sent.with(next)));
  }

  private CompletableFuture<LockedRow> againElsewhere(
      Try sent, LockedRow earlier, @Nullable Throwable cause) {
    if (sent.left() <= 0) {
      return fenceEarlier(sent, earlier, cause);
    }
    if (sent.isFirst()) {
      return reader
          .readLockElsewhere(sent.write().key())
          .thenCompose(
              now ->
                  Objects.equals(now.stored().lock(), earlier.stored().lock())
                      ? fenceEarlier(sent, now, cause)
                      : judge(sent.next(), now, cause));
    }
    return surroundings
        .jitteredPause(PAUSE)
        .thenCompose(waited -> reader.readLockElsewhere(sent.write().key()))
        .thenCompose(now -> judge(sent.next(), now, cause));
  }

  /** A fence that succeeds proves that no stale server has answered: a vacuum was here. */
  private CompletableFuture<LockedRow> fenceEarlier(
      Try sent, LockedRow earlier, @Nullable Throwable cause) {
    if (!(earlier.lock() instanceof Stable bare)) {
      return holders.settle(earlier.key()).thenCompose(done -> afterFutileFence(sent, cause));
    }
    return writes
        .replace(earlier.key(), earlier.stored().lock(), bare.fenced(), List.of())
        .thenCompose(store::write)
        .thenCompose(
            outcome ->
                outcome.isApplied()
                    ? judgeVacuumed(sent, earlier, cause)
                    : afterFutileFence(sent, cause));
  }

  private CompletableFuture<LockedRow> judgeVacuumed(
      Try sent, LockedRow primary, @Nullable Throwable cause) {
    return sent.plan().secondaries().isEmpty()
        ? CompletableFuture.failedFuture(new LostRaceException(primary.key()))
        : judgeBySecondaries(sent, primary, cause);
  }

  /**
   * Makes it definite that none of the requests under way can be applied any more. What stands
   * below may be the intent of another transaction, committed but not applied yet: it is applied.
   */
  private CompletableFuture<LockedRow> fence(Try sent, LockedRow now, @Nullable Throwable cause) {
    CommitPlan plan = sent.plan();
    DecidedRow base = plan.primary().base();
    boolean own = now.lock() instanceof Prewritten holder && holder.id().equals(plan.id());
    ConditionalWrite fence =
        writes.replace(
            plan.factsOf(plan.primary()),
            now.key(),
            now.stored().lock(),
            base.base().fenced(),
            own ? List.of() : base.unrolledData());
    return store
        .write(fence)
        .thenCompose(
            outcome ->
                isBarred(sent, own ? null : base.unrolled(), outcome)
                    .thenCompose(
                        barred ->
                            barred
                                ? afterBarredFence(sent, now, cause)
                                : afterFence(sent, outcome, cause)));
  }

  /**
   * True when commit and fence were refused for a reason that lies in the table: it takes no write
   * at all, or has lost a family that the intent below needs, which both of them apply.
   */
  private CompletableFuture<Boolean> isBarred(
      Try sent, @Nullable Prewritten below, WriteOutcome fence) {
    boolean isBarred = fence.isBarred() && sent.isBarred();
    return below == null || !sent.lacksFamily() || !LostTables.lacksFamily(fence)
        ? CompletableFuture.completedFuture(isBarred)
        : tables
            .missingFamilies(sent.write().key().table(), below.intent())
            .thenApply(missing -> !missing.isEmpty());
  }

  private CompletableFuture<LockedRow> afterFence(
      Try sent, WriteOutcome outcome, @Nullable Throwable cause) {
    if (outcome.isApplied()) {
      RowKey primary = sent.write().key();
      return sent.isRefused()
          ? rejected(sent, cause)
          : CompletableFuture.failedFuture(
              sent.turnedDown()
                  ? new LostRaceException(primary)
                  : ProtocolFailure.refused(primary, "Gave up committing at", cause));
    }
    return afterFutileFence(sent, cause);
  }

  private CompletableFuture<LockedRow> afterBarredFence(
      Try sent, LockedRow before, @Nullable Throwable cause) {
    return reader
        .readLockElsewhere(before.key())
        .thenCompose(
            now ->
                Objects.equals(now.stored().lock(), before.stored().lock())
                    ? rejected(sent, cause)
                    : settle(sent.next(), cause));
  }

  private CompletableFuture<LockedRow> afterFutileFence(Try sent, @Nullable Throwable cause) {
    return sent.left() == -tries.fences()
        ? CompletableFuture.failedFuture(unknown(sent, cause))
        : settle(sent.next(), cause);
  }

  /** Others have written the primary since; what has become of the secondaries tells. */
  private CompletableFuture<LockedRow> judgeBySecondaries(
      Try sent, LockedRow primary, @Nullable Throwable cause) {
    return testimony
        .of(sent.attempt())
        .thenCompose(
            told ->
                switch (told) {
                  case COMMITTED -> CompletableFuture.completedFuture(primary);
                  case NOT_COMMITTED ->
                      CompletableFuture.failedFuture(new LostRaceException(primary.key()));
                  case NOTHING -> CompletableFuture.failedFuture(unknown(sent, cause));
                });
  }

  private static ProtocolFailure unknown(Try sent, @Nullable Throwable cause) {
    return sent.attempt().unknown(cause);
  }
}
