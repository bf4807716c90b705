package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/** Mistakes in meeting other transactions' locks ({@code LockResolver}, {@code LeaseWatch}). */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum ResolverMutant implements Mutant {
  /** Mistake 5. */
  ROLL_BACK_WITHOUT_PROOF(
      5,
      Promise.ATOMIC,
      5_000,
      guard(
          "LockResolver",
          "isPrimaryLost",
          "return primary.lockTime() != lock.primary().lockTime();")),

  /** The primary's bytes are as the owner expects them: it may be about to commit. */
  ROLL_BACK_WITHOUT_A_FENCE(
      0,
      Promise.ATOMIC,
      500,
      guard(
          "LockResolver",
          "isPrimaryLost",
          "return primary.lockTime() >= lock.primary().lockTime();")),

  /** The primary is committed, but by another transaction. */
  TAKE_ANY_COMMITTED_PRIMARY_FOR_A_YES(
      0,
      Promise.ATOMIC,
      500,
      guard("LockResolver", "isCommitted", "return primary.lock() instanceof Committed;")),

  FENCE_ONLY_SETTLES_NOTHING(
      0,
      Promise.SETTLED,
      500,
      guard(
          "Fencing",
          "fenceAwaited",
          "return CompletableFuture.completedFuture(Verdict.UNDECIDED);")),

  WAIT_FOR_EVER_FOR_THE_DEAD(
      0,
      Promise.SETTLED,
      500,
      guard(
          "LeaseWatch", "isAbandoned", "boolean unused = original(key, lockTime); return false;")),

  LEAVE_COMMITTED_PRIMARIES(
      0, Promise.SETTLED, 500, guard("LockResolver", "finishIfAbandoned", "")),

  /** Each row of a page looks at the primary, and settles it. */
  JUDGE_EACH_ROW_BY_ITSELF(
      0,
      Promise.FRUGAL,
      2_000,
      guard("HeldRows", "byHolder", "return items.stream().map(List::of).toList();")),

  /** Locks that are settled one by one look at the primary one by one. */
  SHARE_NO_JUDGEMENT(
      0,
      Promise.FRUGAL,
      5_000,
      guard("Judgements", "judge", "return judge.apply(HeldRows.of(rows));")),

  /** A client that waits for a holder reads all of its rows after each pause. */
  READ_ALL_ROWS_AFTER_EACH_PAUSE(
      0, Promise.FRUGAL, 500, guard("RowDecisions", "isUnchanged", "return false;")),

  /** The other rows look at the primary again, one after the other. */
  ROLL_BACK_ONE_ROW_AT_A_TIME(
      0,
      Promise.FRUGAL,
      500,
      guard(
          "RecoveryWrites",
          "rollBack(HeldRows, String)",
          "return original(HeldRows.of(rows.first()), why);")),

  /** The verdict on one transaction is taken for that on another one. */
  JUDGE_HOLDERS_WITH_THE_SAME_PRIMARY_TOGETHER(
      0,
      Promise.ATOMIC,
      5_000,
      guard(
          "HeldRows",
          "byHolder",
          "return Multimaps.asMap(Multimaps.index("
              + "items, item -> lockOf(row.apply(item)).primary().key())).values();"));

  private final Made made;

  ResolverMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
