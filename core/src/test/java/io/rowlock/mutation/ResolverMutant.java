package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

import java.util.List;

/** Mistakes in meeting other transactions' locks ({@code LockResolver}, {@code LeaseWatch}). */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum ResolverMutant implements Mutant {
  /** Mistake 5. */
  ROLL_BACK_WITHOUT_PROOF(
      5,
      Promise.ATOMIC,
      5_000,
      patch(
          "LockResolver",
          "if (primary.lockTime() > expected && !past) {",
          "if (primary.lockTime() != expected) {")),

  /** The primary's bytes are as the owner expects them: it may be about to commit. */
  ROLL_BACK_WITHOUT_A_FENCE(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "LockResolver",
          "if (primary.lockTime() > expected && !past) {",
          "if (primary.lockTime() >= expected) {")),

  /** The primary is committed, but by another transaction. */
  TAKE_ANY_COMMITTED_PRIMARY_FOR_A_YES(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "LockResolver",
          "committed && committed.id().equals(lock.id())) {\n      finishIfAbandoned(primary);",
          "committed) {\n      finishIfAbandoned(primary);")),

  FENCE_ONLY_SETTLES_NOTHING(
      0,
      Promise.SETTLED,
      500,
      patch(
          "Fencing",
          "return abandoned\n        ? acts.fence(target, doubt.row(), doubt.lock())",
          "return doubt.expected() < 0\n        ? acts.fence(target, doubt.row(), doubt.lock())")),

  WAIT_FOR_EVER_FOR_THE_DEAD(
      0,
      Promise.SETTLED,
      500,
      patch(
          "LeaseWatch", "return now - sighting.firstSeenNanos() >= leaseNanos;", "return false;")),

  LEAVE_COMMITTED_PRIMARIES(
      0, Promise.SETTLED, 500, patch("LockResolver", "rollForward.finishInBackground(row);", ""));

  private final Made made;

  ResolverMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
