package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/** Mistakes in what a transaction remembers before it commits. */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum TransactionMutant implements Mutant {
  READ_ONLY_COMMITS_UNVALIDATED(
      3,
      Promise.SERIALIZABLE,
      500,
      guard(
          "ActiveTransaction",
          "commitBuffered",
          "return buffers.locked(() -> buffers.writes().isEmpty())"
              + " ? CompletableFuture.completedFuture(null) : original();")),

  /** Rows read by key count as one instant when there are two of them. */
  TWO_ROWS_COUNT_AS_ONE_INSTANT(
      0,
      Promise.SERIALIZABLE,
      5000,
      guard(
          "ReadLog",
          "needsValidation",
          "return rows.size() > 2 || ranges.stream().anyMatch(range -> !range.isEmpty());")),

  FORGET_RANGES_WHEN_WRITING(
      6,
      Promise.SERIALIZABLE,
      500,
      guard(
          "ReadLog",
          "toReadSet(Set)",
          "ReadSet reads = original(written);"
              + " if (written.isEmpty()) { return reads; }"
              + " ReadSet rowsOnly = new ReadSet();"
              + " reads.rows().values().forEach(rowsOnly::addRow); return rowsOnly;")),

  READ_TWO_VERSIONS_OF_A_ROW(0, Promise.SERIALIZABLE, 500, guard("ReadLog", "check", "")),

  /** The gap behind the last row found counts as unread. */
  FORGET_THE_END_OF_A_RANGE(
      0,
      Promise.SERIALIZABLE,
      2000,
      guard("ConsumedRange", "finish", "growth.accept(this, null);")),

  /** Of an increment or append whose result no caller asked for. */
  COMPUTE_WITHOUT_THE_COMMITTED_VALUE(
      0, Promise.DURABLE, 500, guard("BufferedRow", "needs", "return ColumnSelection.LOCK_ONLY;")),

  /** Servers leave out hidden cells, as if they had never been written. */
  COMPUTE_FROM_WHAT_IS_HIDDEN(0, Promise.DURABLE, 500, guard("MutationRules", "checkReadable", "")),

  /** Updates between the read and the commit would be lost. */
  COMPUTE_FROM_AN_UNVALIDATED_READ(
      0,
      Promise.SERIALIZABLE,
      4000,
      guard(
          "TransactionBuffers",
          "conclude",
          "for (DecidedRow row : rows) {"
              + " if (isValidated) { reads.add(row); }"
              + " BufferedRow own = writes.row(row.key());"
              + " if (own != null) { own.settle(row.cells()); } }"
              + " return action.apply(rows);")),

  /** Reads by key that are not validated leak into the validated ones. */
  VALIDATE_EVERY_ROW_READ(
      0,
      Promise.UNHINDERED,
      1000,
      guard("TransactionBuffers", "conclude", "return original(rows, true, action);")),

  /** Scans that are not validated leak into the validated ones. */
  VALIDATE_EVERY_RANGE_READ(
      0,
      Promise.UNHINDERED,
      1000,
      guard(
          "TransactionReads",
          "scan",
          "TransactionScan opened = new TransactionScan(buffers, calls, table, scan, true);"
              + " buffers.add(opened.consumed()); return opened;")),

  /** Validated reads by key leak out. */
  READ_ROWS_WITHOUT_VALIDATION(
      0,
      Promise.SERIALIZABLE,
      500,
      guard("TransactionBuffers", "conclude", "return original(rows, false, action);")),

  /** Validated scans leak out. */
  READ_RANGES_WITHOUT_VALIDATION(
      0,
      Promise.SERIALIZABLE,
      2000,
      guard(
          "TransactionReads",
          "scan",
          "return new TransactionScan(buffers, calls, table, scan, false);")),

  /** What the code has read, and decided by, is dropped with the writes. */
  FORGET_READS_AT_A_SAVEPOINT(
      0,
      Promise.SERIALIZABLE,
      1000,
      guard(
          "ActiveTransaction",
          "returnTo",
          "buffers.reads().check(null, 0, null); return original(mark);"),
      guard(
          "ReadLog",
          "check",
          "if (key == null) { rows.clear(); ranges.clear(); }"
              + " else { original(key, version, writer); }")),

  /** A row keeps what was written between its savepoint and the last write. */
  KEEP_THE_LAST_STATE_OF_A_SAVEPOINT(
      0,
      Promise.TAKEN_BACK,
      500,
      guard("WriteMark", "note", "replaced.put(key, Optional.ofNullable(before));")),

  /** Rows that were written for the first time after a savepoint stay. */
  KEEP_ROWS_BEHIND_A_SAVEPOINT(
      0,
      Promise.TAKEN_BACK,
      500,
      guard("WriteSet", "set", "if (row.isPresent()) { original(key, row); }")),

  /** Only what was written after the latest savepoint is taken back. */
  RETURN_TO_THE_LATEST_SAVEPOINT(
      0,
      Promise.TAKEN_BACK,
      4000,
      guard(
          "WriteSet",
          "returnTo",
          "if (!marks.contains(mark)) { return false; }"
              + " while (!mark.equals(marks.getLast())) { marks.removeLast(); }"
              + " return original(mark);")),

  /** A scan meets what its own transaction has written since it was opened. */
  SCAN_SEES_LATER_OWN_WRITES(
      0, Promise.STEADY, 500, guard("TableRows", "toChange", "return this;")),

  /** A change of an earlier state of a row stays open, or is computed from nothing. */
  SETTLE_ONLY_THE_LATEST_OWN_WRITES(
      0,
      Promise.STEADY,
      10000,
      guard(
          "TransactionScan",
          "settle",
          "if (own.isOpen()) { own.settle(java.util.List.of()); } return own;")),

  RANGES_COUNT_AS_ONE_INSTANT(
      0,
      Promise.SERIALIZABLE,
      2000,
      guard("ReadLog", "needsValidation", "return rows.size() > 1;"));

  private final Made made;

  TransactionMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
