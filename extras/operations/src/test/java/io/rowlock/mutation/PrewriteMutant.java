package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.guard;

import java.util.List;

/**
 * Mistakes on the way to the commit point and back ({@code Prewrite}, {@code Abort}, {@code
 * Heartbeat}).
 */
@SuppressWarnings("ImmutableEnumChecker") // lists of records
public enum PrewriteMutant implements Mutant {
  /** Mistake 3, of the own validation: rivals can still pass each other. */
  VALIDATE_BEFORE_LOCKING(
      3,
      Promise.SERIALIZABLE,
      500,
      guard(
          "CommitProtocol",
          "lockAndValidate",
          "return Async.guarded(() -> validateUnderLocks(plan, attempt, request.reads()))"
              + " .thenCompose(valid -> prewrite(attempt, heartbeat, request.gate()));")),

  DO_NOT_VALIDATE(
      0,
      Promise.SERIALIZABLE,
      500,
      guard(
          "CommitProtocol",
          "validateUnderLocks",
          "return CompletableFuture.completedFuture(null);")),

  /** The wave counts as done when the first lock is held. */
  GO_ON_AFTER_THE_FIRST_LOCK(
      0,
      Promise.ATOMIC,
      500,
      guard(
          "Prewrite",
          "allAnswered",
          "return CompletableFuture.anyOf(rows.toArray(CompletableFuture<?>[]::new))"
              + " .thenApply(first -> null);")),

  /** Mistake 9: another attempt under the same identity. */
  REUSE_THE_IDENTITY(
      9,
      Promise.ATOMIC,
      500,
      guard("CommitProtocol", "tryAgain", "return commit(request, request.id(), number);")),

  /** Mistake 9: helpers judge by the bytes that were expected of the primary at first. */
  TRY_THE_PRIMARY_ON_OTHER_BYTES(
      9, Promise.ATOMIC, 500, guard("Prewrite", "mayLockAgain", "return true;")),

  TRY_AGAIN_ON_ANY_BASE(
      0, Promise.SERIALIZABLE, 2000, guard("WriteRow", "standsOnAnyBase", "return true;")),

  TRY_AGAIN_ABOVE_THE_FROZEN_TIME(
      0, Promise.ORDERED, 500, guard("Prewrite", "isBelowCommit", "return true;")),

  /** What a committed transaction has left in the lock is not applied. */
  LOCK_OVER_AN_UNAPPLIED_INTENT(
      0,
      Promise.DURABLE,
      500,
      guard(
          "Prewrite",
          "announce",
          "Prewritten lock = plan.prewriteOf(row);"
              + " return new Announcement(row, lock, writes.replace(plan.factsOf(row), row.key(),"
              + " row.base().storedLock(), lock, List.of()));")),

  TAKE_ANY_LOCK_FOR_ONES_OWN(
      0,
      Promise.ATOMIC,
      500,
      guard("Prewrite", "isHeld", "return now.lock() instanceof Prewritten;")),

  TAKE_BACK_WHAT_MAY_HAVE_COMMITTED(
      0, Promise.ATOMIC, 500, guard("CommitPoint", "isProof", "return true;")),

  TAKE_BACK_ANY_LOCK(
      0,
      Promise.ATOMIC,
      500,
      guard(
          "Abort",
          "isOwn",
          "return row.lock()"
              + " instanceof io.rowlock.internal.protocol.lock.RowLock.Prewritten;"));

  private final Made made;

  PrewriteMutant(int mistake, Promise promise, int within, GuardChange... changes) {
    made = new Made(mistake, promise, within, List.of(changes));
  }

  @Override
  public Made made() {
    return made;
  }
}
