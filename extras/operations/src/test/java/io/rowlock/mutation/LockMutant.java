package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/** Mistakes in what is written: locks, data, and their times. */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum LockMutant implements Mutant {
  /** Mistake 1. */
  ROLL_BACK_TO_THE_OLD_BYTES(
      1, Promise.ATOMIC, 500, guard("RowLock.Stable", "fenced", "return this;")),

  /** A fence after a vacuum brings back the bytes of one before. */
  COUNT_FENCES(14, Promise.ATOMIC, 5000, guard("LockWrites", "unique", "return lock;")),

  /** Mistake 11: a clock that is behind hides the lock. */
  STAMP_LOCKS_BY_THE_CLOCK(
      11,
      Promise.ORDERED,
      500,
      guard("LockWrites", "lowestLockTime", "return Math.max(0, facts.floor()) + 1;")),

  /** At equal times a delete hides the value that replaces it. */
  DELETE_AT_THE_COMMIT_TIMESTAMP(
      0, Promise.DURABLE, 500, guard("Intent", "deletedUpTo", "return commitTimestamp;")),

  /** Mistake 12. */
  VACUUM_BY_AGE_OF_THE_VERSION(
      12, Promise.ATOMIC, 500, guard("LockVacuum", "isOlder", "return now.version() < olderThan;")),

  LOCK_BELOW_THE_FLOOR(
      0,
      Promise.ORDERED,
      2000,
      guard(
          "LockWrites", "lowestLockTime", "return (expected == null ? 0 : expected.time()) + 1;")),

  /** The commit timestamp runs ahead with what was read: any lock may lie below it. */
  TAKE_ANY_LOCK_BELOW_THE_COMMIT_FOR_VACUUMED(
      0,
      Promise.SETTLED,
      20_000,
      guard(
          "LockedRow",
          "mayBeVacuumedBefore",
          "return stored.lock() != null && lockTime() < commitTimestamp;")),

  /** A stale server may show any lock that came before the one that was vacuumed. */
  TAKE_NO_HELD_LOCK_FOR_VACUUMED(
      0,
      Promise.ATOMIC,
      40_000,
      guard(
          "LockedRow",
          "mayBeVacuumedBefore",
          "return lock instanceof Stable && original(planned, commitTimestamp);")),

  /** The lock time of a fence follows the clock, and proves nothing to a later look. */
  LEAVE_THE_ROLL_BACK_TO_THE_NEXT_LOOK(
      0,
      Promise.SETTLED,
      5_000,
      guard(
          "RecoveryWrites",
          "fence",
          "return target.lock() instanceof Stable"
              + " ? sendFence(target).thenApply(RecoveryWrites::verdictAfter)"
              + " : original(target, rows);"));

  private final Made made;

  LockMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
