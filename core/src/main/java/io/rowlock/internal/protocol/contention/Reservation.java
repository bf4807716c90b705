package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.Hold;
import io.rowlock.internal.protocol.commit.NextHold;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.longread.DeferredSnapshot;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction has reserved before its code runs: its turns in this process's queues for
 * rows, possibly with a hold on them; or a snapshot of what it will read. It does not affect
 * safety, but the caller must release it.
 */
public final class Reservation implements Hold {

  /**
   * Reserves nothing. The caller reports the first conflict to the user, so the commit avoids
   * conflicts as far as possible.
   */
  public static final Reservation NONE = new Reservation(null, null, null, false, null);

  private final RowQueue.@Nullable Turn turn;
  private final @Nullable EscalationLock escalationLock;
  private final @Nullable HandOvers handOvers;
  private final boolean yields;
  private final @Nullable DeferredSnapshot snapshot;
  private final AtomicBoolean released = new AtomicBoolean();

  /** Guarded by this: two attempts of one transaction may end at once. */
  private CompletableFuture<?> cleanedUp = CompletableFuture.completedFuture(null);

  private Reservation(
      RowQueue.@Nullable Turn turn,
      @Nullable EscalationLock escalationLock,
      @Nullable HandOvers handOvers,
      boolean yields,
      @Nullable DeferredSnapshot snapshot) {
    this.snapshot = snapshot;
    this.turn = turn;
    this.escalationLock = escalationLock;
    this.handOvers = handOvers;
    this.yields = yields;
  }

  /**
   * Returns a reservation of nothing that gives way to transactions in the queue; the next attempt
   * reserves rows.
   */
  public static Reservation yielding() {
    return new Reservation(null, null, null, true, null);
  }

  static Reservation of(RowQueue.Turn turn) {
    return new Reservation(turn, null, null, false, null);
  }

  /** Returns a reservation with a hold on its rows; the hold on a row may be handed over. */
  static Reservation of(RowQueue.Turn turn, EscalationLock escalationLock, HandOvers handOvers) {
    return new Reservation(turn, escalationLock, handOvers, false, null);
  }

  /** Returns a reservation of what a long reader will read. */
  static Reservation of(DeferredSnapshot snapshot) {
    return new Reservation(null, null, null, false, snapshot);
  }

  /** Notes that the transaction has read something that is not in its snapshot. */
  public void leaveSnapshot() {
    if (snapshot != null) {
      snapshot.leave();
    }
  }

  /** Returns the snapshot from which the transaction reads, null for none. */
  public @Nullable DeferredSnapshot snapshot() {
    return snapshot;
  }

  boolean isInTurn() {
    return turn != null;
  }

  /** Returns the transaction that waits for the row as the next one; null for none. */
  @Nullable Inheritance heir(RowKey row) {
    return turn == null ? null : turn.heir(row);
  }

  /** Leaves a hold on the row to that transaction; returns false if this turn there is over. */
  boolean leave(RowKey row, Inheritance heir, EscalationLock lock) {
    return turn != null && turn.leave(row, heir, lock);
  }

  boolean yields() {
    return yields;
  }

  @Nullable EscalationLock escalationLock() {
    return escalationLock;
  }

  /** Returns whether the hold covers the row, as far as this client knows. */
  public boolean holds(RowKey row) {
    return escalationLock != null && escalationLock.holds(row);
  }

  @Override
  public @Nullable TransactionId id() {
    return escalationLock == null ? null : escalationLock.id();
  }

  @Override
  public boolean isPrimary(RowKey row) {
    return escalationLock != null && escalationLock.isPrimary(row);
  }

  @Override
  public boolean stillShows(DecidedRow seen) {
    return escalationLock != null && escalationLock.stillShows(seen);
  }

  @Override
  public WaitPolicy waitPolicy(Environment environment, Duration bound) {
    return escalationLock == null
        ? WaitPolicy.ofReader(environment, bound)
        : WaitPolicy.ofHolder(environment, bound, escalationLock.age(), escalationLock.id());
  }

  @Override
  public CompletableFuture<Void> beforeCommit(Collection<RowKey> rows) {
    return escalationLock == null
        ? CompletableFuture.completedFuture(null)
        : escalationLock.beforeCommit(rows);
  }

  @Override
  public void whenPlanned(Collection<RowKey> rows) {
    if (escalationLock != null) {
      escalationLock.whenPlanned(rows);
    }
  }

  @Override
  public @Nullable NextHold next(
      DecidedRow row,
      TransactionId id,
      long planned,
      long commitTimestamp,
      Map<TableName, TableFacts> tables) {
    return handOvers == null
        ? null
        : handOvers.plan(this, row, id, planned, commitTimestamp, tables);
  }

  @Override
  public void hasWritten(Collection<RowKey> rows) {
    if (escalationLock != null) {
      escalationLock.hasWritten(rows);
    }
  }

  /**
   * Keeps the turn until the committed transaction is rolled forward. The next transaction would
   * only meet unfinished rows, and lose races to the roll-forward.
   */
  @Override
  public void keepTurnUntil(CompletableFuture<?> rolledForward) {
    alsoAwait(rolledForward);
    if (turn != null) {
      turn.hasCommitted();
    }
  }

  /**
   * Keeps the turn during a roll-back: the next transaction would only meet locks that are being
   * rolled back.
   */
  @Override
  public void keepTurnWhileTakenBack(CompletableFuture<?> rolledBack) {
    alsoAwait(rolledBack);
  }

  /** An attempt that ends late, after another one has begun, is cleaned up beside that one. */
  private synchronized void alsoAwait(CompletableFuture<?> attempt) {
    cleanedUp = cleanedUp.isDone() ? attempt : CompletableFuture.allOf(cleanedUp, attempt);
  }

  /** Completes when all attempts so far are rolled forward or rolled back. */
  synchronized CompletableFuture<?> cleanedUp() {
    return cleanedUp;
  }

  /** Releases everything in the background. Further calls do nothing. */
  public void release() {
    if (released.getAndSet(true)) {
      return;
    }
    if (snapshot != null) {
      snapshot.close();
    }
    CompletableFuture<?> attempts = cleanedUp();
    CompletableFuture<?> givenBack = escalationLock == null ? attempts : escalationLock.release();
    if (turn != null) {
      var unused =
          CompletableFuture.allOf(attempts, givenBack)
              .whenComplete((done, failure) -> turn.release());
    }
  }
}
