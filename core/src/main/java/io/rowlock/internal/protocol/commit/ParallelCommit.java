package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.Tries;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.recovery.ParallelRow;
import io.rowlock.internal.protocol.recovery.ParallelRow.Sign;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * The owner's part in a commit by prewrites alone (protocol, sections 5 and 8): what to make of a
 * wave that has not answered "applied" for every row. The other source of unknown outcomes, besides
 * {@link CommitPoint}.
 *
 * <p>Safety: the transaction is committed at the instant its last prewrite takes hold, whatever its
 * owner thinks by then. A row that was not held yet may be held in a moment, as requests are under
 * way; others may have found all rows held, and finished the transaction. So no failure of the wave
 * is reported before all rows are read, the primary first, and:
 *
 * <ul>
 *   <li>one shows the transaction as committed, or all show its prewrite: it is committed.
 *       Prewrites that were seen at different times are there together, as none is taken away
 *       before one of them is known never to come;
 *   <li>one has passed the bytes that its prewrite expects, where a commit would show: it is lost,
 *       for all of them would have to hold;
 *   <li>one shows those bytes, or earlier ones: it is fenced; a fence that succeeds proves that the
 *       prewrite never comes;
 *   <li>one has passed them so long ago that a commit need no longer show: if the primary still
 *       bears the prewrite, or else a secondary read after it does, a roll-back that succeeds
 *       proves that nothing was ever rolled forward. A committed primary would not have been so
 *       before, nor its secondary after, it was given up (I2);
 *   <li>one shows those bytes, and its region takes no write at all, which it said of the only
 *       prewrite and of the fence: neither is under way any more, so that a row which still shows
 *       them, where the servers say anew that it is, never bears the prewrite;
 *   <li>anything else proves nothing, and it is looked again, a bounded number of times.
 * </ul>
 *
 * Where all looks have told nothing, a row that nobody can read or write say, the primary alone
 * decides: it is fenced, or rolled back if it bears the prewrite. Until it tells of the commit
 * nobody else goes by it: readers take the transaction for undecided, and nothing is rolled
 * forward. So where that write succeeds the transaction may have had all of its locks, but nobody
 * has seen it committed, and nobody will. Only its owner may do so, as it has not reported the
 * commit.
 *
 * <p>Nothing is ever sent again under the same identity with other bytes (I4), but for the primary,
 * once it bears the prewrite: beats, and the news of the commit.
 */
public final class ParallelCommit {

  private static final Duration PAUSE = Duration.ofMillis(20);

  private final RowStore store;
  private final LockWrites writes;
  private final LockedReader reader;
  private final HolderSettlement holders;
  private final Environment environment;
  private final Tries tries;

  public ParallelCommit(
      RowStore store,
      LockWrites writes,
      LockedReader reader,
      HolderSettlement holders,
      Environment environment,
      Tries tries) {
    this.store = store;
    this.writes = writes;
    this.reader = reader;
    this.holders = holders;
    this.environment = environment;
    this.tries = tries;
  }

  /** What is known after a look at the rows. */
  private enum Verdict {
    COMMITTED,
    LOST,
    NOTHING
  }

  /**
   * True when the transaction is committed after all, false only when it surely is not and never
   * will be. Any failure leaves it unknown.
   *
   * @param failure of the wave
   */
  CompletableFuture<Boolean> isCommitted(Attempt attempt, Throwable failure) {
    return settle(attempt, failure, tries.parallelLooks());
  }

  private CompletableFuture<Boolean> settle(Attempt attempt, Throwable failure, int looks) {
    if (attempt.isHopeless()) {
      return CompletableFuture.completedFuture(false);
    }
    return Async.recover(
            Async.guarded(() -> look(attempt)),
            unreadable -> CompletableFuture.completedFuture(Verdict.NOTHING))
        .thenCompose(
            told ->
                switch (told) {
                  case COMMITTED -> CompletableFuture.completedFuture(true);
                  case LOST -> CompletableFuture.completedFuture(false);
                  case NOTHING -> settleLater(attempt, failure, looks - 1);
                });
  }

  private CompletableFuture<Boolean> settleLater(Attempt attempt, Throwable failure, int looks) {
    return looks == 0
        ? settleByPrimary(attempt, failure)
        : environment.jitteredPause(PAUSE).thenCompose(waited -> settle(attempt, failure, looks));
  }

  private CompletableFuture<Boolean> settleByPrimary(Attempt attempt, Throwable failure) {
    return Async.recover(
            Async.guarded(() -> endAtPrimary(attempt)),
            unreadable -> CompletableFuture.completedFuture(Verdict.NOTHING))
        .thenCompose(
            told ->
                told == Verdict.NOTHING
                    ? CompletableFuture.failedFuture(attempt.unknown(failure))
                    : CompletableFuture.completedFuture(told == Verdict.COMMITTED));
  }

  /** Whatever the other rows show: as long as the primary does not tell of a commit it can go. */
  private CompletableFuture<Verdict> endAtPrimary(Attempt attempt) {
    CommitPlan plan = attempt.plan();
    return reader
        .readLock(plan.primary().key())
        .thenCompose(now -> endAt(Seen.of(plan, plan.primary(), now), attempt));
  }

  private CompletableFuture<Verdict> endAt(Seen primary, Attempt attempt) {
    return primary.shows(Sign.HELD)
        ? rollBackOne(List.of(primary))
        : judge(attempt, List.of(primary));
  }

  /** The primary first: what the secondaries show then is not older than what it shows. */
  private CompletableFuture<Verdict> look(Attempt attempt) {
    CommitPlan plan = attempt.plan();
    List<RowRead> secondaries =
        plan.secondaries().stream().map(row -> RowRead.lockOf(row.key())).toList();
    return reader
        .readLock(plan.primary().key())
        .thenCompose(
            primary ->
                store
                    .read(secondaries)
                    .thenCompose(
                        rows -> {
                          List<Seen> seen = new ArrayList<>();
                          seen.add(Seen.of(plan, plan.primary(), primary));
                          for (int i = 0; i < rows.size(); i++) {
                            LockedRow now = LockedRow.of(rows.get(i));
                            seen.add(Seen.of(plan, plan.secondaries().get(i), now));
                          }
                          return judge(attempt, seen);
                        }));
  }

  private record Seen(WriteRow planned, ParallelRow row) {

    static Seen of(CommitPlan plan, WriteRow planned, LockedRow now) {
      return new Seen(planned, plan.parallelRow(planned, now));
    }

    boolean shows(Sign sign) {
      return row.sign() == sign;
    }
  }

  private CompletableFuture<Verdict> judge(Attempt attempt, List<Seen> rows) {
    if (isAnyCommitted(rows)) {
      return CompletableFuture.completedFuture(Verdict.COMMITTED);
    }
    if (areAllHeld(rows)) {
      rows.forEach(row -> attempt.holds(row.row().now()));
      return CompletableFuture.completedFuture(Verdict.COMMITTED);
    }
    if (rows.stream().anyMatch(row -> row.row().provesLoss())) {
      return CompletableFuture.completedFuture(Verdict.LOST);
    }
    List<Seen> open = rows.stream().filter(row -> row.row().isOpen()).toList();
    return open.isEmpty() ? rollBackOne(rows) : fenceOne(attempt, open);
  }

  /** Others may have finished the transaction. */
  private static boolean isAnyCommitted(List<Seen> rows) {
    return rows.stream().anyMatch(row -> row.shows(Sign.COMMITTED));
  }

  private static boolean areAllHeld(List<Seen> rows) {
    return rows.stream().allMatch(row -> row.shows(Sign.HELD));
  }

  /** The first that can be; a server may be out of reach. */
  private CompletableFuture<Verdict> fenceOne(Attempt attempt, List<Seen> open) {
    CompletableFuture<Verdict> told = CompletableFuture.completedFuture(Verdict.NOTHING);
    for (Seen row : open) {
      told =
          told.thenCompose(
              known ->
                  known == Verdict.LOST
                      ? CompletableFuture.completedFuture(known)
                      : fence(attempt, row));
    }
    return told;
  }

  /** What stands there may be the intent of another transaction, not applied yet: it is applied. */
  private CompletableFuture<Verdict> fence(Attempt attempt, Seen row) {
    CommitPlan plan = attempt.plan();
    LockedRow now = row.row().now();
    DecidedRow base = row.planned().base();
    if (row.shows(Sign.AWAITED)) {
      ConditionalWrite fence =
          writes.replace(
              plan.factsOf(row.planned()),
              now.key(),
              now.stored().lock(),
              base.base().fenced(),
              base.unrolledData());
      return attempt.isBarred(now.key())
          ? fenceBarred(now, fence)
          : lostIfApplied(CompletableFuture.completedFuture(fence));
    }
    if (!(now.lock() instanceof Stable bare)) {
      return store
          .relocate(now.key())
          .thenCompose(relocated -> holders.settle(now.key()))
          .thenApply(settled -> Verdict.NOTHING);
    }
    return store
        .relocate(now.key())
        .thenCompose(
            relocated ->
                lostIfApplied(
                    writes.replace(now.key(), now.stored().lock(), bare.fenced(), List.of())));
  }

  /** A region that takes no write at all refuses the fence as well. */
  private CompletableFuture<Verdict> fenceBarred(LockedRow row, ConditionalWrite fence) {
    return Async.recover(
        store
            .write(fence)
            .thenCompose(
                outcome ->
                    switch (outcome.kind()) {
                      case APPLIED -> CompletableFuture.completedFuture(Verdict.LOST);
                      case REJECTED ->
                          outcome.isBarred()
                              ? lostIfAsBefore(row)
                              : CompletableFuture.completedFuture(Verdict.NOTHING);
                      default -> CompletableFuture.completedFuture(Verdict.NOTHING);
                    }),
        failure -> CompletableFuture.completedFuture(Verdict.NOTHING));
  }

  private CompletableFuture<Verdict> lostIfAsBefore(LockedRow row) {
    return reader
        .readLockElsewhere(row.key())
        .thenApply(
            now ->
                Objects.equals(now.stored().lock(), row.stored().lock())
                    ? Verdict.LOST
                    : Verdict.NOTHING);
  }

  /** The primary, or else a secondary, that still bears the prewrite though another row is past. */
  private CompletableFuture<Verdict> rollBackOne(List<Seen> rows) {
    for (Seen row : rows) {
      if (row.row().now().lock() instanceof Prewritten own && row.shows(Sign.HELD)) {
        LockedRow now = row.row().now();
        return lostIfApplied(
            writes.replace(now.key(), now.stored().lock(), own.rolledBack(), List.of()));
      }
    }
    return CompletableFuture.completedFuture(Verdict.NOTHING);
  }

  private CompletableFuture<Verdict> lostIfApplied(CompletableFuture<ConditionalWrite> write) {
    return Async.recover(
        write
            .thenCompose(store::write)
            .thenApply(outcome -> outcome.isApplied() ? Verdict.LOST : Verdict.NOTHING),
        failure -> CompletableFuture.completedFuture(Verdict.NOTHING));
  }
}
