package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/** Mistakes with prefetched locks ({@code LockPrefetch}). */
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
      guard("LockPrefetch.Prefetched", "contains", "return true;"));

  private final Made made;

  PrefetchMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
