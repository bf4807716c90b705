package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.longread.Barriers;
import io.rowlock.internal.protocol.longread.LongReads;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves rows for repeated transactions before they run: first their turns in the queue, then a
 * hold. Only first attempts give way to others: a transaction that always did would never commit.
 */
public final class Reservations {

  private static final Logger LOG = LoggerFactory.getLogger(Reservations.class);

  private static final Duration REST = WaitPolicy.LONGEST_PAUSE.multipliedBy(2);

  private final RowQueue queue;
  private final Escalation escalation;
  private final LongReads longReads;
  private final HandOvers handOvers;
  private final Barriers barriers;
  private final Environment environment;
  private final int maxRows;

  public Reservations(
      RowQueue queue,
      Escalation escalation,
      LongReads longReads,
      HandOvers handOvers,
      Barriers barriers,
      Environment environment,
      int maxRows) {
    this.queue = queue;
    this.escalation = escalation;
    this.longReads = longReads;
    this.handOvers = handOvers;
    this.barriers = barriers;
    this.environment = environment;
    this.maxRows = maxRows;
  }

  public CompletableFuture<Reservation> take(ReservationRequest wanted, long age) {
    if (wanted.isLongRead()) {
      return longReads
          .take(wanted.longRead(), wanted.pausesWriters(), age)
          .thenApply(snapshot -> Reservation.of(snapshot));
    }
    SortedSet<RowKey> rows = wanted.rowsWithin(maxRows);
    if (rows.isEmpty()) {
      return CompletableFuture.completedFuture(
          wanted.isFirst() ? Reservation.yielding() : Reservation.NONE);
    }
    return wanted.inherits()
        ? takeOver(wanted, rows, age)
        : queue.take(rows).thenCompose(turn -> lockIfWanted(wanted, rows, age, turn));
  }

  /**
   * Waits for the turn at one row, and takes the hold on it over if the transaction before leaves
   * it.
   */
  private CompletableFuture<Reservation> takeOver(
      ReservationRequest wanted, SortedSet<RowKey> rows, long age) {
    Inheritance inheritance = new Inheritance(age);
    return queue
        .take(rows.first(), inheritance)
        .thenCompose(
            turn -> {
              EscalationLock left = inheritance.begin();
              return left == null
                  ? rest(inheritance).thenCompose(over -> lockIfWanted(wanted, rows, age, turn))
                  : CompletableFuture.completedFuture(Reservation.of(turn, left, handOvers));
            });
  }

  /** Waits until each transaction of other processes has looked at the row once more. */
  private CompletableFuture<Void> rest(Inheritance inheritance) {
    return inheritance.mustRest()
        ? Async.recover(
            Async.guarded(() -> environment.pause(REST)),
            failure -> CompletableFuture.completedFuture(null))
        : CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Reservation> lockIfWanted(
      ReservationRequest wanted, SortedSet<RowKey> rows, long age, RowQueue.Turn turn) {
    return wanted.escalates()
        ? lock(rows, age, turn)
        : CompletableFuture.completedFuture(Reservation.of(turn));
  }

  /**
   * Returns whether another transaction has the turn at one of the rows that the request would
   * reserve.
   */
  public boolean isInLine(ReservationRequest wanted) {
    return queue.isAnyTaken(wanted.rowsWithin(maxRows));
  }

  private CompletableFuture<Reservation> lock(
      SortedSet<RowKey> rows, long age, RowQueue.Turn turn) {
    return Async.recover(
        barriers
            .open(rows)
            .thenCompose(open -> escalation.take(rows, age))
            .thenApply(escalationLock -> Reservation.of(turn, escalationLock, handOvers)),
        failure -> {
          if (failure instanceof ProtocolFailure known && known.isConflict()) {
            turn.release();
            return CompletableFuture.failedFuture(failure);
          }
          // Escalation is optional: this user may have no permission to write, or a table may be
          // gone.
          LOG.debug("Escalation failed, continuing without locks", failure);
          return CompletableFuture.completedFuture(Reservation.of(turn));
        });
  }
}
