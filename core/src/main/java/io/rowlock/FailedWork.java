package io.rowlock;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a failure of the user's code means. Code that has read a state which no serial order
 * contains may fail in any way, so what it read is validated before its failure is reported.
 *
 * <p>An unknown outcome of another transaction that the code ran is reported at once, with stale
 * reads or not, and however deep among the causes: a conflict instead would run the code, and with
 * it the other transaction, again. The same holds if the code has caught that exception.
 */
record FailedWork(TransactionHandle handle) {

  private static final int MAX_CAUSES = 100;

  /**
   * Rolls back.
   *
   * @return the conflict or unknown outcome to report instead of the failure, which it carries as
   *     suppressed; empty if the failure is the user's own. Never fails.
   */
  CompletableFuture<Optional<RowlockException>> settle(Throwable thrown) {
    Optional<RowlockException> own = ownFailureIn(thrown);
    Optional<CommitOutcomeUnknownException> known = handle.nesting().doubt();
    if (known.isPresent() || isAmongCauses(CommitOutcomeUnknownException.class, thrown)) {
      handle.rollbackFailedWork();
      return CompletableFuture.completedFuture(
          known.flatMap(doubt -> insteadOf(thrown, own.isPresent(), doubt)));
    }
    if (own.isEmpty()) {
      return handle.active().validate().handle((valid, stale) -> verdict(thrown, stale));
    }
    RowlockException failure = handle.rollbackAfter(own.get());
    return CompletableFuture.completedFuture(
        failure instanceof ConflictException conflict ? Optional.of(conflict) : Optional.empty());
  }

  /** After "not committed" a caller may run the code again, so the unknown outcome counts. */
  private static Optional<RowlockException> insteadOf(
      Throwable thrown, boolean isOwn, CommitOutcomeUnknownException doubt) {
    if (isAmongCauses(CommitOutcomeUnknownException.class, thrown)) {
      return Optional.empty();
    }
    if (isOwn || isAmongCauses(NotCommittedException.class, thrown)) {
      doubt.addSuppressed(thrown);
      return Optional.of(doubt);
    }
    thrown.addSuppressed(doubt);
    return Optional.empty();
  }

  private Optional<RowlockException> verdict(Throwable thrown, @Nullable Throwable invalid) {
    if (invalid != null) {
      RowlockException failure = TransactionFailures.beforeCommit(handle.label(), invalid);
      if (failure instanceof ConflictException stale) {
        stale.addSuppressed(thrown);
        return Optional.of(handle.rollbackAfter(stale));
      }
      thrown.addSuppressed(failure);
    }
    handle.rollbackFailedWork();
    return Optional.empty();
  }

  private static boolean isAmongCauses(Class<? extends Throwable> type, Throwable thrown) {
    return causes(thrown).anyMatch(type::isInstance);
  }

  /** Returns the failure of this transaction that the user's code met, however it was wrapped. */
  private Optional<RowlockException> ownFailureIn(Throwable thrown) {
    return causes(thrown)
        .filter(RowlockException.class::isInstance)
        .map(RowlockException.class::cast)
        .filter(handle::isOwn)
        .findFirst();
  }

  private static Stream<Throwable> causes(@Nullable Throwable thrown) {
    return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause).limit(MAX_CAUSES);
  }
}
