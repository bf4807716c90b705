package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

import java.util.List;

/** Mistakes in what is written: locks, data, and their times. */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum LockMutant implements Mutant {
  /** Mistake 1. */
  ROLL_BACK_TO_THE_OLD_BYTES(
      1,
      Promise.ATOMIC,
      500,
      patch("RowLock", "return new Stable(version, writer, fence + 1, trail);", "return this;")),

  /** A fence after a vacuum brings back the bytes of one before. */
  COUNT_FENCES(
      15,
      Promise.ATOMIC,
      500,
      patch(
          "LockWrites",
          "return kept.fence() > 0 ? kept.fencedAt(lockTime) : kept;",
          "return kept;")),

  /** Mistake 11: a clock that is behind hides the lock. */
  STAMP_LOCKS_BY_THE_CLOCK(
      11,
      Promise.ORDERED,
      500,
      patch("LockWrites", "Math.max(seen, facts.floor()) + 1", "Math.max(0, facts.floor()) + 1")),

  /** At equal times a delete hides the value that replaces it. */
  DELETE_AT_THE_COMMIT_TIMESTAMP(
      0,
      Promise.DURABLE,
      500,
      patch(
          "Intent",
          "delete.addFamily(family, commitTimestamp - 1)",
          "delete.addFamily(family, commitTimestamp)")),

  /** Mistake 13. */
  VACUUM_BY_AGE_OF_THE_VERSION(
      13,
      Promise.ATOMIC,
      500,
      patch("LockVacuum", "Math.max(marked.time(), now.version())", "now.version()")),

  LOCK_BELOW_THE_FLOOR(
      0,
      Promise.ORDERED,
      2000,
      patch("LockWrites", "Math.max(seen, facts.floor()) + 1", "seen + 1")),

  /** The commit timestamp runs ahead with what was read: any lock may lie below it. */
  TAKE_ANY_LOCK_BELOW_THE_COMMIT_FOR_VACUUMED(
      0,
      Promise.SETTLED,
      5_000,
      patch(
          "LockedRow",
          "&& lockTime() < planned - VACUUMED_MILLIS\n"
              + "        && lock.decidedPart().version() < commitTimestamp",
          "&& lockTime() < commitTimestamp")),

  /** The same by the owner of a parallel commit, and by its recoverers. */
  TAKE_THE_LOCK_OF_A_ROW_FOR_VACUUMED(
      0,
      Promise.HONEST,
      30_000,
      patch(
          "ParallelRow",
          "if (now.isBefore(expected, lead.planned(), lead.commitTimestamp())) {",
          "if (now.lockTime() < (expected > 0 ? expected : lead.commitTimestamp())"
              + " && now.lockTime() != expected) {")),

  /** A stale server may show any lock that came before the one that was vacuumed. */
  TAKE_NO_HELD_LOCK_FOR_VACUUMED(
      0,
      Promise.ATOMIC,
      30_000,
      patch(
          "LockedRow",
          "return stored.lock() != null\n        && lockTime() < planned",
          "return lock instanceof Stable && stored.lock() != null\n"
              + "        && lockTime() < planned")),

  /**
   * The lock time of a fence follows the clock, and proves nothing to a client that reads it later.
   */
  LEAVE_THE_ROLL_BACK_TO_THE_NEXT_LOOK(
      0,
      Promise.SETTLED,
      5_000,
      patch(
          "RecoveryWrites",
          "? rollBack(row, lock, \"a fence keeps its write out of \" + target.key())",
          "? CompletableFuture.completedFuture(Verdict.CHANGED)"));

  private final Made made;

  LockMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
