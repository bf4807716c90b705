package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/** Mistakes with locks that are known before ({@code LockPrefetch}, {@code WrittenLocks}). */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum PrefetchMutant implements Mutant {
  /** The holder of the row may have committed, or may yet. */
  LOCK_OVER_AN_UNDECIDED_PREFETCH(
      0,
      Promise.ATOMIC,
      500,
      guard(
          "LockPrefetch",
          "stable",
          "try { return DecidedRow.heldByCaller(LockedRow.of(stored)); }"
              + " catch (ProtocolFailure corrupt) { return null; }")),

  /** The lock of the row was prefetched, the cell that the transaction raises was not. */
  COMPUTE_FROM_A_PREFETCHED_LOCK(
      0,
      Promise.DURABLE,
      500,
      guard("LockPrefetch", "at", "return original(RowRead.lockOf(read.key()));"),
      guard("LockPrefetch.Prefetched", "contains", "return true;")),

  /** A COMMITTED primary would be overwritten before its secondaries are rolled forward (I2). */
  REMEMBER_EVERY_LOCK_OF_A_COMMIT_POINT(
      0, Promise.ATOMIC, 5000, guard("CommitPlan", "needsOnlyLocks", "return nextHold == null;")),

  /** The cell that the transaction raises is not remembered. */
  COMPUTE_FROM_A_REMEMBERED_LOCK(
      0,
      Promise.DURABLE,
      500,
      guard(
          "WrittenLocks",
          "all",
          "return original(needed.stream().map(read -> RowRead.lockOf(read.key())).toList());"));

  private final Made made;

  PrefetchMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
