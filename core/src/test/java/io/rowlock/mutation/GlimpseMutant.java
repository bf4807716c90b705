package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

import java.util.List;

/** Mistakes with rows that were only looked at along with others ({@code Glimpses}). */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum GlimpseMutant implements Mutant {
  /** Whoever holds the row may have committed, or may yet. */
  LOCK_OVER_AN_UNDECIDED_GLIMPSE(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "Glimpses",
          "return row.lock() instanceof Stable ? DecidedRow.settled(row) : null;",
          "return DecidedRow.heldByAsker(row);")),

  /** The lock of the row came along, the cell that is to be raised did not. */
  COMPUTE_FROM_A_GLIMPSE_OF_THE_LOCK(
      0,
      Promise.DURABLE,
      500,
      patch("Workspace", "new RowRead(row.key(), row.needs())", "RowRead.lockOf(row.key())"),
      patch("Glimpses", "!glimpse.side().read().columns().includesAll(needed)", "needed == null"));

  private final Made made;

  GlimpseMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
