package io.rowlock.mutation;

import static io.rowlock.mutation.Mutant.patch;

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
      patch(
          "CommitProtocol",
          "Async.guarded(() -> prewrite(attempt, heartbeat))\n"
              + "            .thenCompose(locked -> validateUnderLocks(attempt))",
          "Async.guarded(() -> validateUnderLocks(attempt))\n"
              + "            .thenCompose(valid -> prewrite(attempt, heartbeat))")),

  DO_NOT_VALIDATE(
      0,
      Promise.SERIALIZABLE,
      500,
      patch("CommitProtocol", ".thenCompose(locked -> validateUnderLocks(attempt))", "")),

  /** The wave counts as done when the first lock is held. */
  GO_ON_AFTER_THE_FIRST_LOCK(
      0,
      Promise.ATOMIC,
      500,
      patch("Prewrite", "return CompletableFuture.allOf(", "return CompletableFuture.anyOf("),
      patch(
          "Prewrite",
          ".toArray(CompletableFuture<?>[]::new));",
          ".toArray(CompletableFuture<?>[]::new)).thenApply(first -> null);")),

  /** Mistake 9: another attempt under the same identity. */
  REUSE_THE_IDENTITY(
      9,
      Promise.ATOMIC,
      500,
      patch("CommitProtocol", "freshId(), number + 1)", "request.id(), number + 1)")),

  /** Mistake 9: helpers judge by the bytes that were expected of the primary at first. */
  TRY_THE_PRIMARY_ON_OTHER_BYTES(
      9, Promise.ATOMIC, 500, patch("Prewrite", "\n            && !row.key().equals(primary)", "")),

  TRY_AGAIN_ON_ANY_BASE(
      0,
      Promise.SERIALIZABLE,
      500,
      patch("Prewrite", "\n            && (sameVersion || row.standsOnAnyBase())", "")),

  TRY_AGAIN_ABOVE_THE_FROZEN_TIME(
      0,
      Promise.ORDERED,
      500,
      patch(
          "Prewrite",
          "\n            && decided.version() + 2 <= attempt.plan().commitTimestamp();",
          ";")),

  /** What a committed transaction has left in the lock is not applied. */
  LOCK_OVER_AN_UNAPPLIED_INTENT(
      0,
      Promise.DURABLE,
      500,
      patch(
          "Prewrite",
          "row.base().storedLock(), lock, row.base().unrolledData());",
          "row.base().storedLock(), lock, List.of());")),

  TAKE_ANY_LOCK_FOR_ONES_OWN(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "Prewrite",
          "now.lock() instanceof Prewritten holder && holder.id().equals(attempt.plan().id())",
          "now.lock() instanceof Prewritten")),

  TAKE_BACK_WHAT_MAY_HAVE_COMMITTED(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "CommitProtocol",
          "CommitPoint.isProof(failure)\n                ? takeBack",
          "failure != null\n                ? takeBack")),

  TAKE_BACK_WHOSE_EVER_LOCK(
      0,
      Promise.ATOMIC,
      500,
      patch(
          "Abort",
          "row.lock() instanceof Prewritten lock && lock.id().equals(id)",
          "row.lock() instanceof Prewritten"));

  private final Made made;

  PrewriteMutant(int mistake, Promise promise, int within, SourcePatch... patches) {
    made = new Made(mistake, promise, within, List.of(patches));
  }

  @Override
  public Made made() {
    return made;
  }
}
