package io.rowlock;

import io.rowlock.internal.protocol.contention.ReservationRequest;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One attempt at what the user wants done in a transaction; used once. */
interface Attempt {

  /**
   * True when the failure is this attempt's, not that of another transaction the user ran in it.
   */
  boolean isOwn(RowlockException failure);

  /**
   * What the next attempt shall take before it runs, once this one has failed.
   *
   * @param failed attempts so far
   */
  ReservationRequest nextReservation(int failed, boolean escalates);

  /** True when others of this process take turns at what the next attempt takes. */
  boolean isInLine(ReservationRequest next);

  /**
   * Runs the work and commits.
   *
   * @throws ConflictException also when the work itself failed on something it read that is stale
   */
  <T extends @Nullable Object, X extends Exception> T execute(TransactionWork<T, X> work)
      throws X, IOException;

  /**
   * Ends it from outside, unless it is committed or may be: reads and writes under way, and all
   * later ones, fail.
   *
   * @return true when it surely is not committed, and never will be
   */
  boolean cancel();

  /** As {@link #execute}, with the work started on the user's executor. Never throws. */
  <T extends @Nullable Object> CompletableFuture<T> executeAsync(AsyncTransactionWork<T> work);
}
