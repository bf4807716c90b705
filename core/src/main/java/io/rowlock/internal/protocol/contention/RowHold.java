package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.CommitAttempt;
import io.rowlock.internal.protocol.commit.Heartbeat;
import io.rowlock.internal.protocol.commit.LockPlan;
import io.rowlock.internal.protocol.commit.NextHold;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A turn with a hold: the locks that a transaction takes on rows before its code runs again (see
 * {@link RowHolds}). A heartbeat keeps it alive; without the heartbeat other clients settle its
 * locks like those of any silent owner.
 */
final class RowHold extends Reservation {

  private final RowHolds holds;
  private final CommitAttempt attempt;
  private final Heartbeat heartbeat;
  private final RowTurn turn;
  private boolean isGivenBack;

  /** Creates a hold that has no locks yet. */
  RowHold(RowHolds holds, LockPlan plan, RowTurn turn) {
    this.holds = holds;
    this.attempt = new CommitAttempt(plan);
    this.heartbeat = holds.heartbeats().of(attempt);
    this.turn = turn;
  }

  /** Locks the primary, which carries the heartbeat. */
  CompletableFuture<Void> lockPrimary() {
    heartbeat.start();
    return holds.prewrite().holdPrimary(attempt);
  }

  /** Locks the other rows, all at once. */
  CompletableFuture<Void> lockSecondaries() {
    return holds.prewrite().holdSecondaries(attempt);
  }

  /** Begins with the only row, which a {@link HandOver} has locked. */
  void begin(LockedRow row) {
    attempt.holds(row);
    heartbeat.start();
  }

  @Override
  public TransactionId id() {
    return attempt.plan().id();
  }

  @Override
  public boolean holds(RowKey row) {
    return attempt.held(row) != null;
  }

  @Override
  public boolean isPrimary(RowKey row) {
    return attempt.plan().primaryKey().equals(row);
  }

  /** The heartbeat may have changed the bytes of the primary before it stopped. */
  @Override
  public boolean stillShows(DecidedRow seen) {
    LockedRow held = attempt.held(seen.key());
    return !isPrimary(seen.key()) || (held != null && held.hasLock(seen.storedLock()));
  }

  @Override
  public WaitPolicy waitPolicy(Environment environment, Duration bound) {
    return WaitPolicy.ofHolder(environment, bound, attempt.plan().age(), id(), null);
  }

  /**
   * Prepares the commit of these rows. If the transaction writes the row with the heartbeat, the
   * lock there must not change any more, because the commit expects its bytes. From then on the
   * commit's own heartbeat replaces this one.
   */
  @Override
  public CompletableFuture<Void> beforeCommit(Collection<RowKey> rows) {
    return rows.contains(attempt.plan().primaryKey()) ? heartbeat.stop() : Async.DONE;
  }

  /** Notes the rows that the commit really writes: rows in which nothing changes are left out. */
  @Override
  public synchronized void whenPlanned(Collection<RowKey> rows) {
    if (!isGivenBack && !rows.contains(attempt.plan().primaryKey())) {
      heartbeat.goOn();
    }
  }

  @Override
  public @Nullable NextHold next(LockPlan plan) {
    return HandOver.plan(holds, turn, plan);
  }

  /** Notes that the commit has replaced the locks of this hold on these rows. */
  @Override
  public void hasWritten(Collection<RowKey> rows) {
    rows.forEach(attempt::lost);
  }

  @Override
  public void keepTurnUntil(CompletableFuture<?> rolledForward) {
    turn.keepTurnUntil(rolledForward);
  }

  @Override
  public void keepTurnWhileTakenBack(CompletableFuture<?> rolledBack) {
    turn.keepTurnWhileTakenBack(rolledBack);
  }

  @Override
  public void release() {
    turn.releaseAfter(this::giveBack);
  }

  /**
   * Gives back every row that this hold still locks. Completes after each row has been released or
   * tried.
   */
  CompletableFuture<Void> giveBack() {
    synchronized (this) {
      isGivenBack = true;
    }
    return holds
        .parts()
        .background()
        .begin()
        .end(Async.guarded(heartbeat::stop).thenCompose(still -> holds.abort().rollBack(attempt)));
  }
}
