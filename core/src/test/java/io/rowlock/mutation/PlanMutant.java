package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

import java.util.List;

/** Mistakes in what is frozen before a commit ({@code CommitPlanner}, {@code CommitPlan}). */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum PlanMutant implements Mutant {
  /** A lock seen while reading is believed to be stable (I2). */
  TAKE_ANY_LOCK_SEEN_AS_BASE(
      0, Promise.ATOMIC, 500, patch("CommitPlanner", "&& standsStill(seen, escalationLock)", "")),

  /** The version of a row whose lock is fetched anew need not be the one that was read. */
  PLAN_WITHOUT_COMPARING(
      0,
      Promise.SERIALIZABLE,
      500,
      patch("CommitPlanner", "CommitLayout.requireUnchanged(base, relied);", "")),

  /** Rows that were read are written as if they had not been. */
  WRITE_BLINDLY_WHAT_WAS_READ(
      0,
      Promise.SERIALIZABLE,
      500,
      patch("CommitPlanner", "base, intent, relied.isEmpty()", "base, intent, true")),

  /** Mistake 2: before its secondaries are rolled forward. */
  OVERWRITE_A_COMMITTED_PRIMARY(
      2,
      Promise.ATOMIC,
      500,
      patch(
          "CommitPlanner",
          ": rollForward.secondaries(row.key(), committed);",
          ": CompletableFuture.completedFuture(true);")),

  /** The same where rolling them forward was tried and failed. */
  OVERWRITE_WHEN_SECONDARIES_ARE_NOT_DONE(
      0,
      Promise.ATOMIC,
      2000,
      patch("CommitPlanner", "if (done.contains(false)) {", "if (done == null) {")),

  COMMIT_BELOW_WHAT_IS_OVERWRITTEN(
      0,
      Promise.ORDERED,
      500,
      patch("CommitPlanner", "newest = Math.max(newest, row.base().version());", "")),

  /** Mistake 6, of ranges. */
  LEAVE_RANGES_UNVALIDATED(
      6,
      Promise.SERIALIZABLE,
      2000,
      patch(
          "CommitLayout",
          "!reads.ranges().isEmpty() || !(isAllChecked || onlyRead.isEmpty())",
          "!(isAllChecked || onlyRead.isEmpty())")),

  /** Mistake 6, of rows. */
  LEAVE_ROWS_UNVALIDATED(
      6,
      Promise.SERIALIZABLE,
      500,
      patch("CommitLayout", " || !(isAllChecked || onlyRead.isEmpty());", ";"),
      patch(
          "RegionCommit",
          "throw new IllegalStateException(\"not looked at: \" + key);",
          "continue;")),

  /** Mistake 6: the primary is not locked while reads are validated. */
  COMMIT_DIRECTLY_WHAT_ALSO_READS(
      6,
      Promise.SERIALIZABLE,
      500,
      patch(
          "CommitPlan",
          "return !isParallel && (!validates || primary.base().isHeldByAsker());",
          "return !isParallel;")),

  /** Mistake 6: the only row is not locked while reads are validated. */
  WRITE_ONE_ROW_DIRECTLY_WHATEVER_IS_READ(
      6,
      Promise.SERIALIZABLE,
      2000,
      patch(
          "CommitPlan",
          "return secondaries.isEmpty() && !validates;",
          "return secondaries.isEmpty();")),

  /** The primary forgets at once that secondaries wait for it (I2). */
  COMMIT_AS_STABLE(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "CommitPlan",
          "return secondaries.isEmpty()\n        ? written",
          "return secondaries != null\n        ? written")),

  /** Helpers conclude that the primary has moved on before it has. */
  NAME_NO_LOCK_TIME_OF_THE_PRIMARY(
      5,
      Promise.ATOMIC,
      500,
      patch(
          "CommitPlan",
          "new RowReference(row.key(), row.base().lockTime())",
          "new RowReference(row.key(), 0)")),

  /** Deletes are applied one below the commit timestamp. */
  COMMIT_ONE_ABOVE(0, Promise.DURABLE, 500, patch("CommitPlanner", "newest + 2", "newest + 1")),

  COMMIT_BELOW_WHAT_WAS_READ(
      0,
      Promise.SERIALIZABLE,
      2000,
      patch("CommitPlanner", "newest = Math.max(newest, reads.newestVersion());", "")),

  /** A plain writer has set the timestamp of a cell: the new one hides behind it. */
  COMMIT_BELOW_A_CELL_THAT_WAS_READ(
      0,
      Promise.DURABLE,
      2000,
      patch("CommitPlanner", "newest = Math.max(newest, row.base().newestTimestamp());", "")),

  /** Of a row that was read, only the lock is read again. */
  FORGET_THE_CELLS_OF_AN_EARLIER_READ(
      0,
      Promise.DURABLE,
      10_000,
      patch("CommitPlanner", "row.after(request.reads().row(row.key()))", "row")),

  COMMIT_BELOW_THE_FLOOR(
      0,
      Promise.ORDERED,
      2000,
      patch("CommitPlanner", "newest = Math.max(newest, table.floor());", ""));

  private final Made made;

  PlanMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
