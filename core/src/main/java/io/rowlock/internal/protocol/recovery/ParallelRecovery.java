package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.recovery.LockResolver.Verdict;
import io.rowlock.internal.protocol.recovery.ParallelRow.Sign;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Settles the parallel commit of a silent owner (protocol, section 5), starting from its primary,
 * which has its prewrite.
 *
 * <p>Safety: such a transaction is committed at the instant its last prewrite takes effect. As long
 * as the primary has the prewrite, no client takes a prewrite away from a secondary: that requires
 * a primary that is COMMITTED, or lost. The secondaries are read after the primary, and the
 * decision is written on the very bytes that the primary had before; if that write succeeds, the
 * primary had them all the time (I1). Hence:
 *
 * <ul>
 *   <li>All secondaries were seen with the prewrite: they have it together, the transaction is
 *       committed, and the primary becomes COMMITTED. Only then are secondaries rolled forward: the
 *       COMMITTED primary is what distinguishes a secondary without its prewrite from one of an
 *       aborted transaction.
 *   <li>A secondary has passed the bytes that are listed for it, without the prewrite: it never had
 *       the prewrite, and never will. The transaction can never commit, and the primary is rolled
 *       back.
 *   <li>A secondary still shows the bytes that are listed, or earlier ones: its prewrite may be
 *       under way, and nothing is decided before it is certain that the prewrite never comes
 *       ({@link Fencing}).
 *   <li>A secondary is in a table that does not exist any more according to the master, and all
 *       others have the prewrite: the outcome cannot be determined.
 *   <li>A secondary that cannot be read decides nothing, and the others may.
 * </ul>
 *
 * <p>The owner may be alive, and do the same at the same time ({@code ParallelCommit}).
 */
public record ParallelRecovery(
    RowStore store, RecoveryWrites acts, Fencing fencing, RowSample sample) {

  /**
   * Takes one step towards a decision.
   *
   * @param chain the locks that led here, the primary's last
   */
  CompletableFuture<Verdict> settle(LockedRow primary, Prewritten lock, LockChain chain) {
    return Async.all(
            HeldRows.byTable(leadOf(lock).secondaries(), RowReference::key).stream()
                .map(rows -> read(primary, lock, rows))
                .toList())
        .thenCompose(
            found -> decide(primary, lock, found.stream().flatMap(List::stream).toList(), chain));
  }

  private static Lead leadOf(Prewritten lock) {
    return Objects.requireNonNull(lock.lead());
  }

  /**
   * A secondary with its state.
   *
   * @param row null if it cannot be read, or its table seems to be gone
   * @param failure null unless it cannot be read
   */
  private record Found(
      RowReference listed, @Nullable ParallelRow row, @Nullable Throwable failure) {

    boolean shows(Sign sign) {
      return row != null && row.shows(sign);
    }

    boolean isOpen() {
      return row != null && row.isOpen();
    }
  }

  private CompletableFuture<List<Found>> read(
      LockedRow primary, Prewritten lock, List<RowReference> rows) {
    CompletableFuture<List<Found>> found =
        store
            .read(rows.stream().map(row -> RowRead.lockOf(row.key())).toList())
            .thenApply(
                stored -> {
                  List<Found> all = new ArrayList<>(rows.size());
                  for (RowReference listed : rows) {
                    LockedRow now = LockedRow.of(stored.get(all.size()));
                    all.add(new Found(listed, ParallelRow.of(lock, listed, now), null));
                  }
                  return all;
                });
    return Async.recover(
        found,
        failure -> {
          Throwable unread =
              LostTables.isMissing(failure) ? null : unread(primary, lock, rows.get(0), failure);
          return CompletableFuture.completedFuture(
              rows.stream().map(row -> new Found(row, null, unread)).toList());
        });
  }

  private static Throwable unread(
      LockedRow primary, Prewritten lock, RowReference row, Throwable failure) {
    return MissingTables.explain(
        primary.key(), "transaction " + lock.id(), row.key().toString(), failure);
  }

  private CompletableFuture<Verdict> decide(
      LockedRow primary, Prewritten lock, List<Found> rows, LockChain chain) {
    if (areAllHeld(rows)) {
      return acts.commit(primary, lock);
    }
    if (rows.stream().anyMatch(row -> row.shows(Sign.COMMITTED))) {
      // The secondary is rolled forward, so the primary was read in an earlier state.
      return store.relocate(primary.key()).thenApply(relocated -> Verdict.CHANGED);
    }
    if (isAnyPassed(rows)) {
      return acts.rollBack(
          HeldRows.of(primary), "its owner is silent, and one of its rows was never held");
    }
    List<Found> open = rows.stream().filter(Found::isOpen).toList();
    CompletableFuture<Verdict> decided =
        open.isEmpty()
            ? missing(primary, lock, rows)
            : keepOutOfOne(primary, lock, some(primary, open), chain);
    return decided.thenCompose(
        verdict ->
            verdict == Verdict.UNDECIDED && unread(rows) != null
                ? CompletableFuture.failedFuture(unread(rows))
                : CompletableFuture.completedFuture(verdict));
  }

  private List<Found> some(LockedRow primary, List<Found> open) {
    return sample.of(open, primary.key().table(), row -> row.listed().key().table());
  }

  /**
   * Keeps the prewrite out of the first row for which this succeeds: a table that takes no writes,
   * or a server out of reach, must not keep the other rows locked.
   */
  private CompletableFuture<Verdict> keepOutOfOne(
      LockedRow primary, Prewritten lock, List<Found> open, LockChain chain) {
    CompletableFuture<Verdict> first =
        Async.guarded(() -> keepOut(primary, lock, open.get(0), chain));
    if (open.size() == 1) {
      return first;
    }
    return hasChanged(first)
        .thenCompose(
            changed ->
                changed
                    ? first
                    : orElse(
                        keepOutOfOne(primary, lock, open.subList(1, open.size()), chain), first));
  }

  private CompletableFuture<Verdict> keepOut(
      LockedRow primary, Prewritten lock, Found found, LockChain chain) {
    long expected = found.listed().lockTime();
    LockedRow now = Objects.requireNonNull(found.row()).now();
    HeldRows lead = HeldRows.of(primary);
    return fencing.keepOut(new Fencing.Doubt(lead, lock, expected, chain), now, true);
  }

  /** Returns what another try has changed, or else the result of the first one. */
  private static CompletableFuture<Verdict> orElse(
      CompletableFuture<Verdict> other, CompletableFuture<Verdict> first) {
    return hasChanged(other).thenCompose(changed -> changed ? other : first);
  }

  private static CompletableFuture<Boolean> hasChanged(CompletableFuture<Verdict> tried) {
    return tried.handle((verdict, failure) -> verdict != null && verdict != Verdict.UNDECIDED);
  }

  private static boolean areAllHeld(List<Found> rows) {
    return rows.stream().allMatch(row -> row.shows(Sign.HELD));
  }

  /** Returns whether the prewrite of a row is missing and never comes. */
  private static boolean isAnyPassed(List<Found> rows) {
    return rows.stream().anyMatch(row -> row.shows(Sign.PASSED));
  }

  /**
   * Fails with an explanation. A table that the master still knows will be found by the next read.
   */
  private CompletableFuture<Verdict> missing(LockedRow primary, Prewritten lock, List<Found> rows) {
    if (unread(rows) != null) {
      return CompletableFuture.completedFuture(Verdict.UNDECIDED);
    }
    RowReference missing =
        rows.stream().filter(found -> found.row() == null).findFirst().orElseThrow().listed();
    return new LostTables(store)
        .isGone(missing.key().table())
        .thenCompose(
            gone ->
                gone
                    ? CompletableFuture.failedFuture(
                        MissingTables.gone(
                            primary.key(), lock, "that depends on", missing.key(), null))
                    : CompletableFuture.completedFuture(Verdict.UNDECIDED));
  }

  private static @Nullable Throwable unread(List<Found> rows) {
    return rows.stream().map(Found::failure).filter(Objects::nonNull).findFirst().orElse(null);
  }
}
