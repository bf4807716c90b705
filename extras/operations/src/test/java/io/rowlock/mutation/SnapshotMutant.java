package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/** Mistakes in the snapshots of long readers. */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum SnapshotMutant implements Mutant {
  /** The second scanners could be opened before some of the first ones. */
  OPEN_BOTH_SCANNERS_AT_ONCE(
      0,
      guard(
          "Snapshot",
          "open",
          "CompletableFuture<List<RangeSnapshot>> second = all(openers, true);"
              + " return all(openers, false).thenCompose(rows -> second.thenApply(keys ->"
              + " ranges(reader, pages, pages.unrolled().now(), scans, rows, keys)));")),

  /** What commits before the code runs may be missing. */
  OPEN_A_SNAPSHOT_BEFORE_THE_CODE_RUNS(
      0,
      guard(
          "LongReads",
          "take",
          "return openOrNone(scans, pausesWriters, locks).thenApply(open -> new Snapshot(() ->"
              + " CompletableFuture.completedFuture(open)));")),

  /** Rows may have changed between the instants of their regions. */
  COMPARE_NO_LOCKS_OF_A_SNAPSHOT(0, guard("SnapshotRange", "isSame", "return true;")),

  /** Rows may be missing behind the last one. */
  OVERLOOK_ROWS_BEHIND_A_SNAPSHOT(
      0, guard("SnapshotRange", "requireSame", "if (row != null) { original(row); }")),

  /** Mistake 4. */
  READ_A_SNAPSHOT_UNDER_AN_UNDECIDED_LOCK(
      4,
      guard("SnapshotRange", "isCommitted", "return true;"),
      guard("DecidedRow", "committedButUnrolled", "return heldByCaller(row);")),

  /** The transaction may commit later. */
  APPLY_AN_UNDECIDED_LOCK_OF_A_SNAPSHOT(0, guard("SnapshotRange", "isCommitted", "return true;")),

  /** The transaction may be rolled back. */
  TAKE_ANY_JUDGED_LOCK_FOR_COMMITTED(
      0, guard("PageRecovery", "note(List, Verdict)", "original(held, Verdict.COMMITTED);")),

  /** The transaction may have committed after the scanners were opened. */
  LEARN_OF_COMMITS_AFTER_THE_OPENING(
      0,
      guard(
          "SnapshotRange",
          "isCommitted",
          "return Unrolled.of(row, holder).equals(pages.unrolled().now().get(row.key()));"),
      guard(
          "SnapshotRange",
          "settled",
          "return pages.settle(reader, scan, held.key(), holder, waitPolicy).thenCompose(done -> {"
              + " if (!isCommitted(held, holder)) { return original(held, holder, waitPolicy); }"
              + " rows.ahead.addFirst(held.stored()); locks.ahead.addFirst(held.stored());"
              + " return CompletableFuture.completedFuture(false); });")),

  /** Rows that were read elsewhere are of another instant. */
  VALIDATE_NOTHING_BESIDE_A_SNAPSHOT(0, guard("Snapshot", "isOnlySource", "return true;")),

  /** The second scan of a range goes on where the first one is. */
  SHARE_A_RANGE_OF_A_SNAPSHOT(0, guard("Snapshot", "isFree", "return true;"));

  private final Made made;

  SnapshotMutant(int mistake, GuardChange... changes) {
    made = new Made(mistake, Promise.SERIALIZABLE, 20_000, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
