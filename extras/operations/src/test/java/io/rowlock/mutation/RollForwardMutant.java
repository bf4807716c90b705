package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/** Mistakes behind the commit point ({@code RollForward}). */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum RollForwardMutant implements Mutant {
  /** Mistake 2: a stale server has answered. */
  TAKE_A_REFUSED_ROLL_FORWARD_FOR_DONE(
      2,
      Promise.ATOMIC,
      500,
      guard("RollForward", "applied", "return original(row, outcome).thenApply(applied -> true);")),

  /** Mistake 2: by the owner. */
  SETTLE_BEFORE_ALL_SECONDARIES_ARE_DONE(
      2,
      Promise.ATOMIC,
      500,
      guard(
          "RollForward",
          "finish(LockedRow, List)",
          "return secondaries(primary, held).thenCompose(allDone -> settle(primary, true));")),

  /** Mistake 2: by another client. */
  SETTLE_FOR_ANOTHER_BEFORE_ALL_SECONDARIES_ARE_DONE(
      2,
      Promise.ATOMIC,
      500,
      guard(
          "RollForward",
          "finish(LockedRow)",
          "return secondaries(primary).thenCompose(allDone -> settle(primary, true));")),

  /**
   * Mistake 2: an older secondary that bears no lock was vacuumed, or a stale server has answered.
   */
  TAKE_AN_OLDER_SECONDARY_FOR_DONE(
      2,
      Promise.ATOMIC,
      5_000,
      guard("RollForward", "restore", "return CompletableFuture.completedFuture(true);")),

  /** The same without a second look. */
  TAKE_AN_OLDER_SECONDARY_FOR_DONE_AT_ONCE(
      0,
      Promise.ATOMIC,
      10_000,
      guard(
          "RollForward",
          "secondary",
          "return row.lock() instanceof Stable ? CompletableFuture.completedFuture(true)"
              + " : original(primary, row, left);")),

  /** The rows count as done when the last was tried. */
  COUNT_ONE_SECONDARY_FOR_ALL(
      0, Promise.ATOMIC, 500, guard("RollForward", "areAllDone", "return done.contains(true);"));

  private final Made made;

  RollForwardMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
