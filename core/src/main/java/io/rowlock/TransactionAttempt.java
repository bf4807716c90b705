package io.rowlock;

import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ContextPropagator.Entered;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.transaction.ActiveTransaction;
import java.io.IOException;
import java.util.List;
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
 * @param starts starts asynchronous user code; if it refuses, the attempt fails
 * @param reservation what it reserves before user code runs
 */
@SuppressWarnings("try") // contexts are there to be left
record TransactionAttempt(
    Transaction transaction,
    TransactionHandle handle,
    Executor starts,
    ReservationRequest reservation)
    implements Attempt {

  @Override
  public boolean isOwn(RowlockException failure) {
    return handle.isOwn(failure);
  }

  /** Returns a snapshot for a transaction that only scans, and more than it could lock. */
  @Override
  public ReservationRequest nextReservation(int failed, boolean escalates) {
    ActiveTransaction active = handle.active();
    List<RangeScan> reserved = reservation.longRead();
    boolean mayHaveSnapshot = !reserved.isEmpty() || reservation.noticesLongReads();
    List<RangeScan> longRead = mayHaveSnapshot ? active.longRead(reserved) : List.of();
    if (!longRead.isEmpty()) {
      return ReservationRequest.ofLongRead(longRead, active.mayWrite());
    }
    ReservationRequest rows = rowsToReserve(failed, escalates);
    return reservation.noticesLongReads() ? rows : rows.withoutLongReads();
  }

  /**
   * Returns at first only the rows that it was to write: turns at rows that many transactions read
   * would delay all of them for a conflict elsewhere. The same applies if it has met too many rows.
   * Nothing is reserved if its code runs other transactions, which would wait for their own caller.
   */
  private ReservationRequest rowsToReserve(int failed, boolean escalates) {
    if (handle.nesting().hasInner()) {
      return ReservationRequest.FIRST;
    }
    SortedSet<RowKey> written = handle.active().writtenRows();
    SortedSet<RowKey> met = handle.active().rows();
    boolean takesAll = written.isEmpty() || failed > 1 || escalates;
    SortedSet<RowKey> rows = takesAll ? met : written;
    boolean isOneWrite = met.size() == 1 && met.equals(written);
    return rows.isEmpty()
        ? new ReservationRequest(
            reservation.rows(), reservation.written(), reservation.takesOver(), escalates)
        : new ReservationRequest(rows, written, isOneWrite, escalates);
  }

  @Override
  public boolean isInLine(ReservationRequest next) {
    return handle.active().isInLine(next);
  }

  @Override
  public <T extends @Nullable Object, X extends Exception> T execute(TransactionWork<T, X> work)
      throws X, IOException {
    try {
      return committed(work);
    } catch (RowlockException failure) {
      throw isOwn(failure) ? handle.nesting().reported(failure) : failure;
    } finally {
      handle.book().runActions();
    }
  }

  private <T extends @Nullable Object, X extends Exception> T committed(TransactionWork<T, X> work)
      throws X, IOException {
    T result;
    try {
      TransactionFailures.await(handle.label(), handle.reserve(reservation));
      result = executed(work);
    } catch (Throwable thrown) { // rethrown below
      throwIfOther(thrown);
      throw thrown;
    }
    handle.commit();
    return result;
  }

  private <T extends @Nullable Object, X extends Exception> T executed(TransactionWork<T, X> work)
      throws X, IOException {
    Nesting around = Nesting.enter(handle.nesting());
    try (Entered context = handle.book().telemetry.enter()) {
      return work.execute(transaction);
    } finally {
      var unused = Nesting.enter(around);
    }
  }

  private void throwIfOther(Throwable thrown) throws RowlockException {
    Optional<RowlockException> reported = Optional.empty();
    try {
      reported = TransactionFailures.await(handle.label(), new FailedWork(handle).settle(thrown));
    } catch (IOException interrupted) { // the verdict may come late, the rollback may not
      thrown.addSuppressed(interrupted);
      handle.rollbackFailedWork();
    }
    if (reported.isPresent()) {
      throw reported.get();
    }
  }

  @Override
  public boolean cancel() {
    return handle.cancel();
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> executeAsync(
      AsyncTransactionWork<T> work) {
    var reserved = handle.reserve(reservation);
    CompletableFuture<T> worked =
        reserved.thenComposeAsync(taken -> handle.untilStopped(() -> start(work)), starts);
    return transaction.withActions(
        Async.recover(worked, this::failure)
            .thenCompose(result -> handle.commitAsync().thenApply(done -> result)));
  }

  private <T extends @Nullable Object> CompletableFuture<T> start(AsyncTransactionWork<T> work) {
    try (Entered context = handle.book().telemetry.enter()) {
      return Objects.requireNonNull(
          work.execute(transaction), "The asynchronous work returned null in place of a future");
    } catch (Exception thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  private <T extends @Nullable Object> CompletableFuture<T> failure(Throwable thrown) {
    return new FailedWork(handle)
        .settle(thrown)
        .thenCompose(
            reported ->
                CompletableFuture.failedFuture(reported.isPresent() ? reported.get() : thrown));
  }
}
