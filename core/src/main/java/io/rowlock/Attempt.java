package io.rowlock;

import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.telemetry.CallTelemetry;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One attempt to run the user's work in a transaction; used once. */
interface Attempt {

  /** Begins attempts. */
  @FunctionalInterface
  interface Factory {

    /**
     * Begins an attempt.
     *
     * @param settings of the transaction
     * @param start of the first attempt
     * @param reservation what it reserves before the user's code runs
     * @param telemetry records it
     * @throws IllegalStateException if no transaction may begin any more
     */
    Attempt begin(
        TransactionSettings settings,
        TransactionStart start,
        ReservationRequest reservation,
        CallTelemetry telemetry);
  }

  /**
   * Returns whether the failure is this attempt's, not that of another transaction that the user
   * ran in it.
   */
  boolean isOwn(RowlockException failure);

  /**
   * Returns what the next attempt must reserve before it runs, after this one has failed.
   *
   * @param failed attempts so far
   */
  ReservationRequest nextReservation(int failed, boolean escalates);

  /** Returns whether other transactions of this process are queued for rows of the next attempt. */
  boolean isInLine(ReservationRequest next);

  /**
   * Runs the work and commits.
   *
   * @throws ConflictException also if the work itself failed after it read something stale
   */
  <T extends @Nullable Object, X extends Exception> T execute(TransactionWork<T, X> work)
      throws X, IOException;

  /**
   * Ends the attempt from outside, unless it is committed or may be: reads and writes under way,
   * and all later ones, fail.
   *
   * @return true if it surely is not committed, and never will be
   */
  boolean cancel();

  /** Runs the work like {@link #execute}, but starts it on the user's executor. Never throws. */
  <T extends @Nullable Object> CompletableFuture<T> executeAsync(AsyncTransactionWork<T> work);
}
