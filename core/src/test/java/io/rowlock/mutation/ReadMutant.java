package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

import java.util.List;

/** Mistakes in reading, and in validating what was read. */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum ReadMutant implements Mutant {
  /** Mistake 3. */
  VALIDATE_AGAINST_AN_UNDECIDED_ROW(
      3,
      Promise.SERIALIZABLE,
      500,
      patch(
          "WaitPolicy",
          "return holdsLocks && (holder.id().equals(id) || holder.id().equals(alias));",
          "return holdsLocks;")),

  /** Mistake 3, by a transaction that writes nothing. */
  VALIDATE_READS_ALONE_AGAINST_AN_UNDECIDED_ROW(
      3,
      Promise.SERIALIZABLE,
      500,
      patch(
          "CommitProtocol",
          "validation.validate(reads, Set.of(), waitPolicy)",
          "validation.validate(reads, reads.rows().keySet(), waitPolicy)")),

  /** Mistake 4. */
  READ_UNDER_AN_UNDECIDED_LOCK(
      4,
      Promise.SERIALIZABLE,
      500,
      patch(
          "LockedReader",
          "if (waitPolicy.isOwn(holder)) {",
          "if (!holder.isPrimary()) {"
              + " return resolver.judge(row).thenCompose(verdict ->"
              + " verdict == LockResolver.Verdict.UNDECIDED"
              + " ? CompletableFuture.completedFuture(DecidedRow.heldByAsker(row))"
              + " : verdict == LockResolver.Verdict.COMMITTED"
              + " ? unrolled(row, read, waitPolicy, changes)"
              + " : afterChange(read, holder, waitPolicy, changes + 1));"
              + " } if (waitPolicy.isOwn(holder)) {")),

  /** A committed intent that is not applied yet is not seen. */
  READ_BELOW_A_COMMITTED_INTENT(
      0,
      Promise.SERIALIZABLE,
      500,
      patch(
          "LockedReader",
          "DecidedRow.committedButUnrolled(row, read.columns())",
          "DecidedRow.heldByAsker(row)")),

  COMPARE_NO_ROWS(
      0,
      Promise.SERIALIZABLE,
      500,
      patch(
          "ReadValidation",
          "if (reads.versionOf(now.key()).orElse(0) != now.version()) {",
          "if (now.version() < 0) {")),

  COMPARE_NO_RANGES(
      0,
      Promise.SERIALIZABLE,
      500,
      patch("ReadValidation", "if (read.versionOf(row) != version) {", "if (version < 0) {")),

  /** Rows that appeared since are not compared. */
  OVERLOOK_NEW_ROWS_IN_RANGES(
      0,
      Promise.SERIALIZABLE,
      2000,
      patch(
          "ReadValidation",
          "if (read.versionOf(row) != version) {",
          "if (read.versionOf(row) != 0 && read.versionOf(row) != version) {")),

  /** Mistake 10. */
  LEAVE_OWN_ROWS_OUT_OF_RANGES(
      10,
      Promise.SERIALIZABLE,
      2000,
      patch(
          "ReadValidation",
          "found.put(row.key().row(), row.version())",
          "found.put(row.key().row(),"
              + " row.isStable() ? row.version() : read.versionOf(row.key().row()))"),
      patch(
          "ReadSet",
          "return OptionalLong.of(range.versionOf(key.row()));",
          "return OptionalLong.empty();")),

  VALIDATE_ONE_PAGE_OF_A_RANGE(
      0,
      Promise.SERIALIZABLE,
      2000,
      patch("ReadValidation", "if (!page.exhausted()) {", "if (page.rows().size() > 1) {"),
      patch(
          "ReadValidation",
          "if (version != 0 && !found.containsKey(row)) {",
          "if (version < 0) {"));

  private final Made made;

  ReadMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
