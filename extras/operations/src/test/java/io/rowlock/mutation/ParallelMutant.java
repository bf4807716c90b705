package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

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
      guard("ParallelCommit", "isCommitted", "return CompletableFuture.completedFuture(false);")),

  /** Mistake 12. */
  ABORT_BEFORE_A_ROW_IS_FENCED(
      12,
      Promise.ATOMIC,
      5000,
      guard("ParallelRecovery", "isAnyPassed", "return !areAllHeld(rows);")),

  /** Mistake 12: where a row was written since, no trace is no proof. */
  TAKE_NO_TRACE_FOR_AN_ABORT(
      12, Promise.HONEST, 6000, guard("ParallelRow", "provesLoss", "return sign == Sign.PASSED;")),

  /** Mistake 12: others may have finished the transaction. */
  LOOK_FOR_NO_TRACE(
      12, Promise.ATOMIC, 2000, guard("ParallelCommit", "isAnyCommitted", "return false;")),

  /** Mistake 9. */
  REFRESH_THE_BYTES_OF_A_LISTED_ROW(
      9,
      Promise.ATOMIC,
      500,
      guard("Prewrite", "mayLockAgain", "return !row.key().equals(plan.primary().key());")),

  /** Mistake 6. */
  COMMIT_IN_PARALLEL_WHAT_ALSO_READS(
      6,
      Promise.SERIALIZABLE,
      500,
      guard("CommitLayout", "mayBeParallel", "return !secondaries.isEmpty();")),

  LEAVE_OUT_THE_PRIMARY(
      0,
      Promise.ATOMIC,
      500,
      guard(
          "CommitLayout",
          "isPrimaryDirect",
          "return !validates || primary.base().isHeldByCaller();")),

  COMMIT_FOR_ANOTHER_WITH_A_ROW_MISSING(
      0,
      Promise.ATOMIC,
      500,
      guard(
          "ParallelRecovery",
          "areAllHeld",
          "return rows.stream().anyMatch(row -> row.shows(Sign.HELD));")),

  COMMIT_WITHOUT_THE_PRIMARY(
      0,
      Promise.ATOMIC,
      500,
      guard(
          "ParallelCommit",
          "areAllHeld",
          "return rows.stream().skip(1).allMatch(row -> row.shows(Sign.HELD));")),

  /** As if only its owner could commit it. */
  ABORT_WHATEVER_IS_SILENT(
      0,
      Promise.ATOMIC,
      500,
      guard(
          "LockResolver",
          "settleAbandoned",
          "return acts.rollBack(HeldRows.of(primary), \"its owner is silent\");")),

  /** Then a secondary without the prewrite would prove nothing. */
  ROLL_FORWARD_BEFORE_THE_PRIMARY(
      0,
      Promise.ATOMIC,
      500,
      guard(
          "ParallelCommit",
          "finish(CommitAttempt, LockedRow, int)",
          "return left > 0 && primary.lock() instanceof Prewritten own"
              + " && own.id().equals(attempt.plan().id())"
              + " ? rollForward.secondaries("
              + "new LockedRow(primary.stored(), own.committed()))"
              + " .thenCompose(rolled -> original(attempt, primary, left))"
              + " : original(attempt, primary, left);")),

  /** Mistake 5, of a listed row. */
  TRUST_AN_EARLIER_SECONDARY(
      5,
      Promise.ATOMIC,
      10_000,
      guard(
          "ParallelRow",
          "sign",
          "Sign shown = original(now, lead, expected);"
              + " return shown == Sign.EARLIER ? Sign.PASSED : shown;")),

  REPORT_THE_UNKNOWN_AS_LOST(
      0,
      Promise.HONEST,
      10_000,
      guard(
          "ParallelCommit", "settleByPrimary", "return CompletableFuture.completedFuture(false);")),

  /** Another client may have marked the primary COMMITTED meanwhile. */
  END_AT_THE_PRIMARY_WITHOUT_A_WRITE(
      0,
      Promise.ATOMIC,
      40_000,
      guard(
          "ParallelCommit",
          "endAt",
          "return primary.shows(Sign.HELD) ? CompletableFuture.completedFuture(Evidence.NEVER)"
              + " : original(primary, attempt);")),

  /** An earlier request may still be under way when a later one is turned away. */
  TRUST_A_LATER_REFUSAL_OF_A_PREWRITE(
      0,
      Promise.HONEST,
      10_000,
      guard(
          "Prewrite",
          "noteIfTurnedAway",
          "if (!attempt.plan().isParallel() || outcome.kind() != WriteOutcome.Kind.REJECTED) {"
              + " return; } if (left < tries().prewrite()) { attempt.noteHopeless(); } else {"
              + " attempt.noteRefused(row, outcome); }")),

  /** A coprocessor of others may have thrown it, after the prewrite was applied. */
  TRUST_A_REFUSAL_OF_A_PREWRITE(
      0, Promise.ATOMIC, 10_000, guard("Prewrite", "noteRefusal", "attempt.noteHopeless();")),

  COMMIT_FOR_ANOTHER_WITHOUT_ITS_DATA(
      0, Promise.DURABLE, 500, guard("RecoveryWrites", "dataOf", "return List.of();")),

  /** Its family is lost, and so it is given up as if all of its rows were held. */
  GIVE_UP_A_PRIMARY_UNSEEN(
      0,
      Promise.ATOMIC,
      20_000,
      guard("LockExaminer", "isHeldEverywhere", "return CompletableFuture.completedFuture(true);")),

  LEAVE_HELD_ROWS_UNDECIDED(
      0,
      Promise.SETTLED,
      500,
      guard(
          "RecoveryWrites",
          "commit",
          "return CompletableFuture.completedFuture(Verdict.UNDECIDED);"));

  private final Made made;

  ParallelMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
