package io.rowlock;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a failure of the user's code amounts to. Code that was shown a state that no serial
 * order has may fail in any way, so what it read is validated before its failure is believed.
 */
record FailedWork(TransactionEnding ending) {

  private static final int MAX_CAUSES = 100;

  /**
   * Rolls back.
   *
   * @return the conflict to report in place of the failure, which it carries as suppressed; empty
   *     when the failure is the user's own. Never fails.
   */
  CompletableFuture<Optional<ConflictException>> settle(Throwable thrown) {
    Optional<RowlockException> own = ownFailureIn(thrown);
    if (own.isEmpty()) {
      return ending.active().validate().handle((valid, stale) -> believe(thrown, stale));
    }
    RowlockException failure = ending.rollbackAfter(own.get());
    return CompletableFuture.completedFuture(
        failure instanceof ConflictException conflict ? Optional.of(conflict) : Optional.empty());
  }

  private Optional<ConflictException> believe(Throwable thrown, @Nullable Throwable invalid) {
    if (invalid != null) {
      RowlockException failure = Failures.beforeCommit(ending.label(), invalid);
      if (failure instanceof ConflictException stale) {
        stale.addSuppressed(thrown);
        return Optional.of(ending.rollbackAfter(stale));
      }
      thrown.addSuppressed(failure);
    }
    ending.rollbackFailedWork();
    return Optional.empty();
  }

  /** The failure of this transaction that the user's code met, however it wrapped it. */
  private Optional<RowlockException> ownFailureIn(Throwable thrown) {
    @Nullable Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (cause instanceof RowlockException failure && ending.isOwn(failure)) {
        return Optional.of(failure);
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }
}
