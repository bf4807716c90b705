package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/** Mistakes in reading, and in validating what was read. */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum ReadMutant implements Mutant {
  /** Mistake 3. */
  VALIDATE_AGAINST_AN_UNDECIDED_ROW(
      3, Promise.SERIALIZABLE, 500, guard("WaitPolicy", "isOwn", "return holdsLocks;")),

  /** Mistake 3, by a transaction that writes nothing. */
  VALIDATE_READS_ALONE_AGAINST_AN_UNDECIDED_ROW(
      3,
      Promise.SERIALIZABLE,
      500,
      guard(
          "CommitProtocol",
          "validate",
          "WaitPolicy waitPolicy ="
              + " hold.waitPolicy(parts.environment(), parts.settings().lockWait());"
              + " return Observed.begin(Phase.VALIDATE, observer).end(Async.DONE.thenCompose("
              + "begun -> validation.validate(reads, reads.rows().keySet(), waitPolicy)));")),

  /** Mistake 4. */
  READ_UNDER_AN_UNDECIDED_LOCK(
      4,
      Promise.SERIALIZABLE,
      500,
      guard(
          "RowDecisions",
          "undecided",
          "if (held.get(0).holder().isPrimary()) { return original(held, changes); }"
              + " held.forEach(seen -> put(seen, DecidedRow.heldByCaller(seen.row())));"
              + " return CompletableFuture.completedFuture(null);")),

  /** A committed intent that is not applied yet is not seen. */
  READ_BELOW_A_COMMITTED_INTENT(
      0,
      Promise.SERIALIZABLE,
      500,
      guard("DecidedRow", "committedButUnrolled", "return heldByCaller(row);")),

  COMPARE_NO_ROWS(
      0, Promise.SERIALIZABLE, 500, guard("ReadValidation", "compare(ReadSet, DecidedRow)", "")),

  COMPARE_NO_RANGES(
      0, Promise.SERIALIZABLE, 500, guard("ReadValidation", "hasChanged", "return false;")),

  /** Rows that appeared since are not compared. */
  OVERLOOK_NEW_ROWS_IN_RANGES(
      0,
      Promise.SERIALIZABLE,
      2000,
      guard(
          "ReadValidation",
          "hasChanged",
          "return read.versionOf(now.key().row()) != 0 && original(read, now);")),

  /** Mistake 10. */
  LEAVE_OWN_ROWS_OUT_OF_RANGES(
      10,
      Promise.SERIALIZABLE,
      2000,
      guard("ReadValidation", "hasChanged", "return now.isStable() && original(read, now);"),
      guard(
          "ReadSet",
          "versionOf",
          "DecidedRow row = rows.get(key);"
              + " return row == null ? OptionalLong.empty() : OptionalLong.of(row.version());")),

  VALIDATE_ONE_PAGE_OF_A_RANGE(
      0,
      Promise.SERIALIZABLE,
      2000,
      guard(
          "ReadValidation",
          "rest",
          "return rest == read.range() ? original(read, rest, waitPolicy)"
              + " : CompletableFuture.completedFuture(null);"));

  private final Made made;

  ReadMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
