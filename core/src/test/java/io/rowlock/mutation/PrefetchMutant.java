package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

import java.util.List;

/** Mistakes with prefetched locks ({@code LockPrefetch}). */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum PrefetchMutant implements Mutant {
  /** The holder of the row may have committed, or may yet. */
  LOCK_OVER_AN_UNDECIDED_PREFETCH(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "LockPrefetch",
          "return row.lock() instanceof Stable ? DecidedRow.settled(row) : null;",
          "return DecidedRow.heldByAsker(row);")),

  /** The lock of the row was prefetched, the cell that the transaction raises was not. */
  COMPUTE_FROM_A_PREFETCHED_LOCK(
      0,
      Promise.DURABLE,
      500,
      patch(
          "TransactionBuffers", "new RowRead(row.key(), row.needs())", "RowRead.lockOf(row.key())"),
      patch(
          "LockPrefetch",
          "!prefetched.side().read().columns().includesAll(needed)",
          "needed == null"));

  private final Made made;

  PrefetchMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
