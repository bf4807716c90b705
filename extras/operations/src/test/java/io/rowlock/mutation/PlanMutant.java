package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/**
 * Mistakes in what is frozen before a commit ({@code CommitPlanner}, {@code CommitLayout}, {@code
 * LockPlan}, {@code CommitPlan}).
 */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum PlanMutant implements Mutant {
  /** Any lock seen while reading counts as stable (I2). */
  TAKE_ANY_LOCK_SEEN_AS_BASE(
      0, Promise.ATOMIC, 500, guard("CommitPlanner", "standsStill", "return true;")),

  /** The version of a row whose lock is fetched anew need not be the one that was read. */
  PLAN_WITHOUT_COMPARING(
      0,
      Promise.SERIALIZABLE,
      500,
      guard("CommitPlanner", "unchangedBase", "return Objects.requireNonNull(bases.get(key));")),

  /** Rows that were read are written as if they had not been. */
  WRITE_BLINDLY_WHAT_WAS_READ(
      0, Promise.SERIALIZABLE, 500, guard("CommitPlanner", "isBlind", "return true;")),

  /** Mistake 2: before its secondaries are rolled forward. */
  OVERWRITE_A_COMMITTED_PRIMARY(
      2,
      Promise.ATOMIC,
      500,
      guard("CommitPlanner", "overwritable", "return CompletableFuture.completedFuture(true);")),

  /** The same where rolling them forward was tried and failed. */
  OVERWRITE_WHEN_SECONDARIES_ARE_NOT_DONE(
      0, Promise.ATOMIC, 2000, guard("CommitPlanner", "requireAllDone", "")),

  COMMIT_BELOW_WHAT_IS_OVERWRITTEN(
      0, Promise.ORDERED, 500, guard("CommitPlanner", "newestOverwritten", "return 0;")),

  /** Mistake 6, of ranges. */
  LEAVE_RANGES_UNVALIDATED(
      6,
      Promise.SERIALIZABLE,
      2000,
      guard("CommitLayout", "mustValidate", "return !areRowsChecked;")),

  /** Mistake 6, of rows. */
  LEAVE_ROWS_UNVALIDATED(
      6,
      Promise.SERIALIZABLE,
      500,
      guard("CommitLayout", "mustValidate", "return !reads.ranges().isEmpty();"),
      guard(
          "RegionCommit",
          "conditions",
          "return onlyRead.stream().map(bases::get).filter(java.util.Objects::nonNull)"
              + " .map(row -> condition(row, reads)).toList();")),

  /** Mistake 6: the primary is not locked while reads are validated. */
  COMMIT_DIRECTLY_WHAT_ALSO_READS(
      6, Promise.SERIALIZABLE, 2000, guard("CommitLayout", "isPrimaryDirect", "return true;")),

  /** Mistake 6: the only row is not locked while reads are validated. */
  WRITE_ONE_ROW_DIRECTLY_WHATEVER_IS_READ(
      6,
      Promise.SERIALIZABLE,
      2000,
      guard("CommitPlan", "isOneRequest", "return locks.secondaries().isEmpty();")),

  /** The primary forgets at once that secondaries wait for it (I2). */
  COMMIT_AS_STABLE(
      0,
      Promise.ATOMIC,
      500,
      guard("CommitPlan", "committedLock", "return committedLockOf(locks.primary());")),

  /** The locks state that the primary has moved on before it has. */
  NAME_NO_LOCK_TIME_OF_THE_PRIMARY(
      5,
      Promise.ATOMIC,
      500,
      guard("LockPlan", "reference", "return new RowReference(row.key(), 0);")),

  /** Deletes are applied one below the commit timestamp. */
  COMMIT_ONE_ABOVE(0, Promise.DURABLE, 500, guard("CommitPlanner", "above", "return newest + 1;")),

  COMMIT_BELOW_WHAT_WAS_READ(
      0, Promise.SERIALIZABLE, 2000, guard("ReadSet", "newestVersion", "return 0;")),

  /** A plain writer has set the timestamp of a cell: the new one hides behind it. */
  COMMIT_BELOW_A_CELL_THAT_WAS_READ(
      0, Promise.DURABLE, 2000, guard("CommitPlanner", "newestCell", "return 0;")),

  /**
   * Of a row that was read, only the lock is read again: here of each one, which is allowed, and
   * otherwise so rare since commits are ordered that 20,000 schedules do not show the mistake.
   */
  FORGET_THE_CELLS_OF_AN_EARLIER_READ(
      0,
      Promise.DURABLE,
      20_000,
      guard(
          "CommitPlanner", "standsStill", "return hold.stillShows(seen) && seen.isHeldByCaller();"),
      guard("CommitPlanner", "withCellsSeen", "return fetched;"),
      guard("ReadSet", "newestCell", "return 0;")),

  COMMIT_BELOW_THE_FLOOR(
      0, Promise.ORDERED, 2000, guard("CommitPlanner", "highestFloor", "return 0;"));

  private final Made made;

  PlanMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
