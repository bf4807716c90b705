package io.rowlock;

import io.rowlock.internal.protocol.contention.ClaimRequest;
import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that commits or rolls back by itself.
 *
 * @param transaction which the user's code cannot end
 * @param starts starts asynchronous user code; when it refuses, the attempt fails
 * @param claim what it takes before user code runs
 */
record TransactionAttempt(
    Transaction transaction, TransactionEnding ending, Executor starts, ClaimRequest claim)
    implements Attempt {

  @Override
  public boolean isOwn(RowlockException failure) {
    return ending.isOwn(failure);
  }

  /**
   * At first only what it was to write: to take turns at rows that many read would hold up all of
   * them for the sake of a conflict elsewhere. So it is always when it has met too many rows.
   */
  @Override
  public ClaimRequest nextClaim(int failed, boolean escalates) {
    SortedSet<RowKey> written = ending.active().writtenRows();
    boolean takesAll = written.isEmpty() || failed > 1 || escalates;
    SortedSet<RowKey> rows = takesAll ? ending.active().rows() : written;
    return rows.isEmpty()
        ? new ClaimRequest(claim.rows(), claim.written(), escalates)
        : new ClaimRequest(rows, written, escalates);
  }

  @Override
  public boolean isInLine(ClaimRequest next) {
    return ending.active().isInLine(next);
  }

  @Override
  public <T extends @Nullable Object, X extends Exception> T execute(TransactionWork<T, X> work)
      throws X, IOException {
    T result;
    try {
      Blocking.await(ending.label(), ending.claim(claim));
      result = ending.book().telemetry().around(() -> work.execute(transaction));
    } catch (Throwable thrown) { // whatever it is, it is thrown on
      throwIfStale(thrown);
      throw thrown;
    }
    ending.commit();
    return result;
  }

  private void throwIfStale(Throwable thrown) throws ConflictException {
    Optional<ConflictException> conflict = Optional.empty();
    try {
      conflict = Blocking.await(ending.label(), new FailedWork(ending).settle(thrown));
    } catch (IOException interrupted) {
      thrown.addSuppressed(interrupted);
    }
    if (conflict.isPresent()) {
      throw conflict.get();
    }
  }

  @Override
  public boolean cancel() {
    return ending.cancel();
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> executeAsync(
      AsyncTransactionWork<T> work) {
    return ending
        .claim(claim)
        .thenComposeAsync(taken -> ending.untilStopped(() -> start(work)), starts)
        .exceptionallyCompose(thrown -> failure(Failures.unwrap(thrown)))
        .thenCompose(result -> ending.commitAsync().thenApply(done -> result));
  }

  private <T extends @Nullable Object> CompletableFuture<T> start(AsyncTransactionWork<T> work) {
    try {
      return Objects.requireNonNull(
          ending.book().telemetry().around(() -> work.execute(transaction)),
          "The asynchronous work returned null in place of a future");
    } catch (Exception thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  private <T extends @Nullable Object> CompletableFuture<T> failure(Throwable thrown) {
    return new FailedWork(ending)
        .settle(thrown)
        .thenCompose(
            conflict ->
                CompletableFuture.failedFuture(conflict.isPresent() ? conflict.get() : thrown));
  }
}
