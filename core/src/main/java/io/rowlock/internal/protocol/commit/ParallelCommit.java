package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.commit.SecondaryEvidence.Evidence;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.Tries;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.recovery.LostTables;
import io.rowlock.internal.protocol.recovery.ParallelRow;
import io.rowlock.internal.protocol.recovery.ParallelRow.Sign;
import io.rowlock.internal.protocol.recovery.RefusedIntents;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Settles and finishes a commit by prewrites alone from the owner's side (protocol, sections 5 and
 * 8): it finds the outcome of a wave that was not answered "applied" for every row. Only this class
 * and {@link CommitPoint} produce unknown outcomes.
 *
 * <p>Safety: the transaction is committed at the instant its last prewrite takes effect, whatever
 * its owner knows at that time. A row that is not held yet may be held a moment later, because
 * requests are under way; other clients may have found all rows held, and finished the transaction.
 * So no failure of the wave is reported before all rows are read, the primary first:
 *
 * <ul>
 *   <li>A row shows the transaction as committed, or all rows show its prewrite: it is committed.
 *       Prewrites that were seen at different times exist together, because none is taken away
 *       before it is certain that another one never comes.
 *   <li>A row has passed the bytes that its prewrite expects, where a commit would still show: the
 *       transaction is lost, because all prewrites would have to hold.
 *   <li>A row shows those bytes, or earlier ones: it is fenced. A fence that succeeds proves that
 *       the prewrite never comes.
 *   <li>A row has passed those bytes so long ago that a commit may no longer show. If the primary
 *       still has the prewrite, or else a secondary that is read after the primary has it, a
 *       roll-back that succeeds proves that nothing was ever rolled forward. In a committed
 *       transaction no row is rolled forward while the primary still has its prewrite, and no
 *       secondary still has its prewrite after the primary was replaced (I2).
 *   <li>A row shows those bytes, and its region takes no write at all: it gave this answer to the
 *       only prewrite and to the fence. Neither is under way any more. If the servers, asked again
 *       for the row's location, still show those bytes, the row never gets the prewrite.
 *   <li>Anything else proves nothing, and the rows are read again, a limited number of times.
 * </ul>
 *
 * <p>If no read gives a result, for example because a row can be neither read nor written, the
 * primary alone decides: it is fenced, or rolled back if it has the prewrite. Until the primary
 * shows the commit no other client relies on it: readers treat the transaction as undecided, and
 * nothing is rolled forward. So if that write succeeds, the transaction may have had all of its
 * locks, but no client has seen it committed, and none will. Only the owner may do this, because it
 * has not reported the commit.
 *
 * <p>No request is ever sent again under the same identity with other bytes (I4), with one
 * exception: once the primary has the prewrite, its beats and the write that marks it COMMITTED.
 *
 * <p>The end of a committed transaction begins with that write to the primary. Until it is
 * COMMITTED, the prewrites of its secondaries are the proof of the commit, and none of them may be
 * taken away.
 *
 * @param rollForward in the background
 */
public record ParallelCommit(
    RowStore store,
    LockWrites writes,
    LockedReader reader,
    HolderSettlement holders,
    RollForward rollForward,
    Environment environment,
    Tries tries) {

  private static final Duration PAUSE = Duration.ofMillis(20);

  /**
   * Returns true if the transaction is committed, and false only if it surely is not and never will
   * be. A failed future leaves the outcome unknown.
   *
   * @param failure of the wave
   */
  CompletableFuture<Boolean> isCommitted(CommitAttempt attempt, Throwable failure) {
    return settle(attempt, failure, tries.parallel().looks());
  }

  private CompletableFuture<Boolean> settle(CommitAttempt attempt, Throwable failure, int looks) {
    if (attempt.isHopeless()) {
      return CompletableFuture.completedFuture(false);
    }
    return evidence(() -> look(attempt))
        .thenCompose(
            found ->
                found == Evidence.NONE
                    ? settleLater(attempt, failure, looks - 1)
                    : CompletableFuture.completedFuture(found == Evidence.COMMITTED));
  }

  /** Returns what the work proves; a failure proves nothing, for example of a row out of reach. */
  private static CompletableFuture<Evidence> evidence(Supplier<CompletableFuture<Evidence>> work) {
    return Async.recover(Async.guarded(work), failure -> none());
  }

  private static CompletableFuture<Evidence> none() {
    return CompletableFuture.completedFuture(Evidence.NONE);
  }

  private CompletableFuture<Boolean> settleLater(
      CommitAttempt attempt, Throwable failure, int looks) {
    return looks == 0
        ? settleByPrimary(attempt, failure)
        : environment.jitteredPause(PAUSE).thenCompose(waited -> settle(attempt, failure, looks));
  }

  private CompletableFuture<Boolean> settleByPrimary(CommitAttempt attempt, Throwable failure) {
    return evidence(() -> endAtPrimary(attempt))
        .thenCompose(
            found ->
                found == Evidence.NONE
                    ? CompletableFuture.failedFuture(attempt.unknown(failure))
                    : CompletableFuture.completedFuture(found == Evidence.COMMITTED));
  }

  /**
   * Ends the transaction at its primary, whatever the other rows show: as long as the primary does
   * not show the commit, the transaction can be ended.
   */
  private CompletableFuture<Evidence> endAtPrimary(CommitAttempt attempt) {
    LockPlan plan = attempt.plan();
    return readPrimary(attempt)
        .thenCompose(now -> endAt(plan.parallelRow(plan.primary(), now), attempt));
  }

  private CompletableFuture<Evidence> endAt(ParallelRow primary, CommitAttempt attempt) {
    return primary.shows(Sign.HELD)
        ? rollBackOne(List.of(primary))
        : judge(attempt, List.of(primary));
  }

  /**
   * Reads the rows, the primary first, so that the state of the secondaries is not older than that
   * of the primary.
   */
  private CompletableFuture<Evidence> look(CommitAttempt attempt) {
    LockPlan plan = attempt.plan();
    return readPrimary(attempt)
        .thenCompose(
            primary ->
                reader
                    .readLocks(plan.secondaries().stream().map(WriteRow::key).toList())
                    .thenCompose(
                        rows -> {
                          List<ParallelRow> seen = new ArrayList<>();
                          seen.add(plan.parallelRow(plan.primary(), primary));
                          for (int i = 0; i < rows.size(); i++) {
                            seen.add(plan.parallelRow(plan.secondaries().get(i), rows.get(i)));
                          }
                          return judge(attempt, seen);
                        }));
  }

  /** Reads the primary; only a stale server shows a lock before one that this attempt has held. */
  private CompletableFuture<LockedRow> readPrimary(CommitAttempt attempt) {
    RowKey primary = attempt.plan().primary().key();
    LockedRow held = attempt.held(primary);
    return reader
        .readLock(primary)
        .thenCompose(
            now ->
                held != null && now.lockTime() < held.lockTime()
                    ? reader.readLockElsewhere(primary)
                    : CompletableFuture.completedFuture(now));
  }

  private CompletableFuture<Evidence> judge(CommitAttempt attempt, List<ParallelRow> rows) {
    if (isAnyCommitted(rows)) {
      return CompletableFuture.completedFuture(Evidence.COMMITTED);
    }
    if (areAllHeld(rows)) {
      rows.forEach(row -> attempt.holds(row.now()));
      return CompletableFuture.completedFuture(Evidence.COMMITTED);
    }
    if (rows.stream().anyMatch(ParallelRow::provesLoss)) {
      return CompletableFuture.completedFuture(Evidence.NEVER);
    }
    List<ParallelRow> open = rows.stream().filter(ParallelRow::isOpen).toList();
    return open.isEmpty() ? rollBackOne(rows) : fenceOne(attempt, open);
  }

  /** Returns whether a row shows the commit: other clients may have finished it. */
  private static boolean isAnyCommitted(List<ParallelRow> rows) {
    return rows.stream().anyMatch(row -> row.shows(Sign.COMMITTED));
  }

  private static boolean areAllHeld(List<ParallelRow> rows) {
    return rows.stream().allMatch(row -> row.shows(Sign.HELD));
  }

  /** Fences the first row for which this succeeds, because a server may be out of reach. */
  private CompletableFuture<Evidence> fenceOne(CommitAttempt attempt, List<ParallelRow> open) {
    CompletableFuture<Evidence> evidence = none();
    for (ParallelRow row : open) {
      evidence =
          evidence.thenCompose(
              known ->
                  known == Evidence.NEVER
                      ? CompletableFuture.completedFuture(known)
                      : fence(attempt, row));
    }
    return evidence;
  }

  /**
   * Fences the row. If it contains an intent of another transaction that is not applied yet, the
   * fence applies it.
   */
  private CompletableFuture<Evidence> fence(CommitAttempt attempt, ParallelRow row) {
    LockPlan plan = attempt.plan();
    LockedRow now = row.now();
    if (row.shows(Sign.AWAITED)) {
      WriteRow planned = plan.row(now.key());
      DecidedRow base = planned.base();
      ConditionalWrite fence = writes.fence(plan.factsOf(planned), now, base, base.unrolledData());
      return attempt.isBarred(now.key())
          ? fenceBarred(now, fence)
          : lostIfApplied(CompletableFuture.completedFuture(fence));
    }
    if (!(now.lock() instanceof Stable)) {
      return store
          .relocate(now.key())
          .thenCompose(relocated -> holders.settle(now.key()))
          .thenApply(settled -> Evidence.NONE);
    }
    return store.relocate(now.key()).thenCompose(relocated -> lostIfApplied(writes.fence(now)));
  }

  /** Handles a fence that is refused because the region takes no write at all. */
  private CompletableFuture<Evidence> fenceBarred(LockedRow row, ConditionalWrite fence) {
    return evidence(
        () ->
            store
                .write(fence)
                .thenCompose(
                    outcome ->
                        outcome.isBarred()
                            ? lostIfAsBefore(row)
                            : CompletableFuture.completedFuture(lostBy(outcome))));
  }

  private CompletableFuture<Evidence> lostIfAsBefore(LockedRow row) {
    return reader
        .isUnchangedElsewhere(row)
        .thenApply(unchanged -> unchanged ? Evidence.NEVER : Evidence.NONE);
  }

  /**
   * Rolls back the primary, or else a secondary, that still has the prewrite although another row
   * has passed.
   */
  private CompletableFuture<Evidence> rollBackOne(List<ParallelRow> rows) {
    return rows.stream()
        .filter(row -> row.shows(Sign.HELD))
        .findFirst()
        .map(row -> lostIfApplied(writes.fence(row.now())))
        .orElseGet(ParallelCommit::none);
  }

  private CompletableFuture<Evidence> lostIfApplied(CompletableFuture<ConditionalWrite> write) {
    return evidence(() -> write.thenCompose(store::write).thenApply(ParallelCommit::lostBy));
  }

  private static Evidence lostBy(WriteOutcome outcome) {
    return outcome.isApplied() ? Evidence.NEVER : Evidence.NONE;
  }

  /** Finishes a committed transaction. Completes when nothing is left, or other clients do it. */
  CompletableFuture<Void> finish(CommitAttempt attempt) {
    RowKey primary = attempt.plan().primaryKey();
    LockedRow held = attempt.held(primary);
    int left = tries.parallel().finish();
    return held != null
        ? finish(attempt, held, left)
        : reader.readLock(primary).thenCompose(now -> finish(attempt, now, left));
  }

  private CompletableFuture<Void> finish(CommitAttempt attempt, LockedRow primary, int left) {
    TransactionId id = attempt.plan().id();
    if (primary.isCommittedBy(id)) {
      return attempt.holdsAllSecondaries()
          ? rollForward.finish(primary, attempt.heldSecondaries())
          : rollForward.finish(primary);
    }
    Prewritten own = primary.lock().heldBy(id);
    if (own == null || left == 0) {
      return CompletableFuture.completedFuture(null);
    }
    List<Mutation> data = own.intent().toMutations(primary.key().row(), own.commitTimestamp());
    TableFacts facts = attempt.plan().factsOf(attempt.plan().primary()); // the master may be slow
    ConditionalWrite write =
        writes.replace(facts, primary.key(), primary.stored().lock(), own.committed(), data);
    return rollForward
        .store()
        .write(write)
        .thenCompose(
            outcome -> new RefusedIntents(new LostTables(store)).unlessRefused(primary, outcome))
        .thenCompose(
            outcome ->
                outcome.isApplied()
                    ? finish(attempt, LockedRow.after(write, own.committed()), left)
                    : finishLater(attempt, left - 1));
  }

  /**
   * Retries: a beat that was given up as lost may have changed the bytes, or other clients have
   * finished it.
   */
  private CompletableFuture<Void> finishLater(CommitAttempt attempt, int left) {
    return environment
        .jitteredPause(PAUSE)
        .thenCompose(waited -> reader.readLockElsewhere(attempt.plan().primaryKey()))
        .thenCompose(now -> finish(attempt, now, left));
  }
}
