package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

import java.util.List;

/** Mistakes in what a transaction remembers before it commits. */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum TransactionMutant implements Mutant {
  READ_ONLY_COMMITS_UNVALIDATED(
      3,
      Promise.SERIALIZABLE,
      500,
      patch(
          "ActiveTransaction",
          "? validateReads()\n                        : protocol",
          "? CompletableFuture.completedFuture(null)\n                        : protocol")),

  /** Rows read by key count as one instant when there are two of them. */
  TWO_ROWS_COUNT_AS_ONE_INSTANT(
      0, Promise.SERIALIZABLE, 5000, patch("ReadLog", "rows.size() > 1", "rows.size() > 2")),

  FORGET_RANGES_WHEN_WRITING(
      6,
      Promise.SERIALIZABLE,
      500,
      patch("ReadLog", "if (read != null) {", "if (read != null && written.isEmpty()) {")),

  READ_TWO_VERSIONS_OF_A_ROW(
      0,
      Promise.SERIALIZABLE,
      500,
      patch(
          "ReadLog",
          "if (known.isPresent() && known.getAsLong() != version) {",
          "if (known.isPresent() && version < 0) {")),

  /** The gap behind the last row found counts as unread. */
  FORGET_THE_END_OF_A_RANGE(
      0,
      Promise.SERIALIZABLE,
      2000,
      patch("ConsumedRange", "void finish() {\n    consumed = whole;", "void finish() {")),

  /** For an increment or append without a requested result. */
  COMPUTE_WITHOUT_THE_COMMITTED_VALUE(
      0,
      Promise.DURABLE,
      500,
      patch(
          "BufferedRow",
          "return needed.isEmpty() ? ColumnSelection.LOCK_ONLY : ColumnSelection.of(needed);",
          "return ColumnSelection.LOCK_ONLY;")),

  /** Servers omit cells without an error, as if they had never been written. */
  COMPUTE_FROM_WHAT_IS_HIDDEN(
      0,
      Promise.DURABLE,
      500,
      patch("MutationRules", "if (facts.hidden().contains(family)) {", "if (facts == null) {")),

  RANGES_COUNT_AS_ONE_INSTANT(
      0,
      Promise.SERIALIZABLE,
      2000,
      patch("ReadLog", " || ranges.stream().anyMatch(range -> !range.isEmpty())", ""));

  private final Made made;

  TransactionMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
