package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

import java.util.List;

/**
 * Mistakes of parallel commits ({@code ParallelCommit}, {@code ParallelRecovery}, {@code
 * ParallelRow}, and what of {@code Prewrite} concerns them).
 */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum ParallelMutant implements Mutant {
  /** Mistake 12: a prewrite without an answer may be under way. */
  GIVE_UP_ON_A_TIMEOUT(
      12,
      Promise.HONEST,
      500,
      patch(
          "ParallelCommit",
          "return settle(attempt, failure, tries.parallelLooks());",
          "return CompletableFuture.completedFuture(false);")),

  /** Mistake 12. */
  ABORT_BEFORE_A_ROW_IS_FENCED(
      12,
      Promise.ATOMIC,
      5000,
      patch(
          "ParallelRecovery",
          "rows.stream().anyMatch(row -> row.shows(Sign.PASSED))",
          "rows.stream().anyMatch(row -> !row.shows(Sign.HELD))")),

  /** Mistake 12: where a row was written since, no trace is no proof. */
  TAKE_NO_TRACE_FOR_AN_ABORT(
      12,
      Promise.HONEST,
      2000,
      patch(
          "ParallelRow",
          "sign == Sign.PASSED && now.lock().decidedPart().wouldShow(commitTimestamp)",
          "sign == Sign.PASSED")),

  /** Mistake 12: others may have finished the transaction. */
  LOOK_FOR_NO_TRACE(
      12,
      Promise.ATOMIC,
      2000,
      patch(
          "ParallelCommit",
          "rows.stream().anyMatch(row -> row.shows(Sign.COMMITTED))",
          "rows.isEmpty()")),

  /** Mistake 9. */
  REFRESH_THE_BYTES_OF_A_LISTED_ROW(
      9,
      Promise.ATOMIC,
      500,
      patch("Prewrite", "\n            && !attempt.plan().isParallel()", "")),

  /** Mistake 6. */
  COMMIT_IN_PARALLEL_WHAT_ALSO_READS(
      6,
      Promise.SERIALIZABLE,
      500,
      patch("CommitLayout", "return !validates && region.checked().isEmpty() && ", "return ")),

  LEAVE_OUT_THE_PRIMARY(
      0, Promise.ATOMIC, 500, patch("CommitPlan", "return !isParallel && (", "return (")),

  COMMIT_FOR_ANOTHER_WITH_A_ROW_MISSING(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "ParallelRecovery",
          "rows.stream().allMatch(row -> row.shows(Sign.HELD))",
          "rows.stream().anyMatch(row -> row.shows(Sign.HELD))")),

  COMMIT_WITHOUT_THE_PRIMARY(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "ParallelCommit",
          "rows.stream().allMatch(row -> row.shows(Sign.HELD))",
          "rows.stream().skip(1).allMatch(row -> row.shows(Sign.HELD))")),

  /** As if only its owner could commit it. */
  ABORT_WHATEVER_IS_SILENT(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "LockResolver",
          "return lock.isParallel()\n        ? recovery",
          "return lock == null\n        ? recovery")),

  /** Then a secondary without the prewrite would prove nothing. */
  ROLL_FORWARD_BEFORE_THE_PRIMARY_TELLS(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "ParallelFinish",
          "return store\n        .write(write)\n",
          "return rollForward.secondaries(primary.key(), own.committed())"
              + ".thenCompose(rolled -> store.write(write))\n")),

  /** Mistake 5, of a listed row. */
  BELIEVE_AN_EARLIER_SECONDARY(
      5,
      Promise.ATOMIC,
      10_000,
      patch("ParallelRow", "return Sign.EARLIER;", "return Sign.PASSED;")),

  REPORT_THE_UNKNOWN_AS_LOST(
      0,
      Promise.HONEST,
      10_000,
      patch(
          "ParallelCommit",
          "return looks == 0\n",
          "return looks == 0" + " ? CompletableFuture.completedFuture(false) : looks == 0\n")),

  /** Another client may have marked the primary COMMITTED meanwhile. */
  END_AT_THE_PRIMARY_WITHOUT_A_WRITE(
      0,
      Promise.ATOMIC,
      10_000,
      patch(
          "ParallelCommit",
          "? rollBackOne(List.of(primary))",
          "? CompletableFuture.completedFuture(Told.LOST)")),

  /** An earlier request may still be under way when a later one is turned away. */
  BELIEVE_A_LATER_REFUSAL_OF_A_PREWRITE(
      0,
      Promise.HONEST,
      10_000,
      patch("Prewrite", "REJECTED && left == tries.prewrite();", "REJECTED;"),
      patch("Prewrite", "if (outcome.isUnheard()) {", "if (left < tries.prewrite()) {")),

  /** A coprocessor of others may have thrown it, after the prewrite was applied. */
  BELIEVE_A_REFUSAL_OF_A_PREWRITE(
      0,
      Promise.ATOMIC,
      10_000,
      patch("Prewrite", "if (outcome.isUnheard()) {", "if (!outcome.isApplied()) {")),

  COMMIT_FOR_ANOTHER_WITHOUT_ITS_DATA(
      0,
      Promise.DURABLE,
      500,
      patch("RecoveryWrites", "committed, data)", "committed, data.subList(0, 0))")),

  /** Its family is lost, and so it is given up as if all of its rows were held. */
  GIVE_UP_A_PRIMARY_UNSEEN(
      0,
      Promise.ATOMIC,
      20_000,
      patch("LockExaminer", "row.sign() == ParallelRow.Sign.HELD", "row != null")),

  LEAVE_HELD_ROWS_UNDECIDED(
      0,
      Promise.SETTLED,
      500,
      patch(
          "ParallelRecovery",
          "return acts.commit(primary, lock);",
          "return CompletableFuture.completedFuture(Verdict.UNDECIDED);"));

  private final Made made;

  ParallelMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
