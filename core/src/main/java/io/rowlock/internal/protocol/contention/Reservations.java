package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.longread.LongReads;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves rows for repeated transactions before they run: first their turns in the queue, then a
 * hold. Only first attempts give way to others: a transaction that always did would never commit.
 */
public record Reservations(
    RowQueue queue, RowHolds holds, LongReads longReads, Environment environment, int maxRows) {

  private static final Logger LOG = LoggerFactory.getLogger(Reservations.class);

  private static final Duration REST = WaitPolicy.LONGEST_PAUSE.multipliedBy(2);

  public CompletableFuture<Reservation> take(ReservationRequest request, long age) {
    if (request.isLongRead()) {
      return longReads
          .take(request.longRead(), request.pausesWriters(), barriers -> hold(barriers, age))
          .thenApply(Reservation.OfSnapshot::new);
    }
    SortedSet<RowKey> rows = request.rowsWithin(maxRows);
    if (rows.isEmpty()) {
      return CompletableFuture.completedFuture(
          request.isFirst() ? Reservation.YIELDING : Reservation.NONE);
    }
    OptionalLong takeOverAge = request.takesOver() ? OptionalLong.of(age) : OptionalLong.empty();
    return queue
        .take(new RowTurn(queue, rows, null, takeOverAge))
        .thenCompose(
            turn ->
                turn.handedOver == null
                    ? rest(turn).thenCompose(over -> holdIfRequested(request, rows, age, turn))
                    : CompletableFuture.completedFuture(turn.handedOver));
  }

  /** Waits until each transaction of other processes has looked at the row once more. */
  private CompletableFuture<Void> rest(RowTurn turn) {
    return turn.mustRest ? environment.pauseAtMost(REST) : Async.DONE;
  }

  /**
   * Returns whether another transaction has the turn at one of the rows that the request would
   * reserve.
   */
  public boolean isInLine(ReservationRequest request) {
    return queue.isAnyTaken(request.rowsWithin(maxRows));
  }

  private CompletableFuture<Reservation> holdIfRequested(
      ReservationRequest request, SortedSet<RowKey> rows, long age, RowTurn turn) {
    if (!request.escalates()) {
      return CompletableFuture.completedFuture(turn);
    }
    return Async.recover(
        longReads
            .mayWrite(rows)
            .thenCompose(open -> holds.take(rows, age, turn))
            .thenApply(hold -> hold),
        failure -> {
          if (failure instanceof ProtocolFailure known && known.isConflict()) {
            turn.release();
            return CompletableFuture.failedFuture(failure);
          }
          // A hold is optional: this user may have no permission to write, or a table may be gone.
          LOG.debug("Escalation failed, continuing without locks", failure);
          return CompletableFuture.completedFuture(turn);
        });
  }

  /** Takes a hold that needs no turn. Completes with what releases it. */
  private CompletableFuture<Runnable> hold(SortedSet<RowKey> rows, long age) {
    RowTurn none = new RowTurn(queue, List.of(), null, OptionalLong.empty());
    return holds.take(rows, age, none).thenApply(hold -> hold::release);
  }
}
