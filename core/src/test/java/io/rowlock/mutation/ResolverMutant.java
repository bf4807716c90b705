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
      0, Promise.SETTLED, 500, guard("LockResolver", "finishIfAbandoned", ""));

  private final Made made;

  ResolverMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
