package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.Abort;
import io.rowlock.internal.protocol.commit.CommitAttempt;
import io.rowlock.internal.protocol.commit.Heartbeat;
import io.rowlock.internal.protocol.commit.LockPlan;
import io.rowlock.internal.protocol.commit.Prewrite;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.store.RowKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;

/** Creates holds: plans them, and wires the parts that write, keep and release their locks. */
public final class EscalationLocks {

  private final EscalationPlanner planner;
  private final Prewrite prewrite;
  private final Heartbeat.Source heartbeats;
  private final Abort abort;
  private final BackgroundWork background;

  public EscalationLocks(
      EscalationPlanner planner,
      Prewrite prewrite,
      Heartbeat.Source heartbeats,
      Abort abort,
      BackgroundWork background) {
    this.planner = planner;
    this.prewrite = prewrite;
    this.heartbeats = heartbeats;
    this.abort = abort;
    this.background = background;
  }

  /** Plans a hold on rows, and locks none of them yet. Waits for undecided locks. */
  CompletableFuture<EscalationLock> plan(SortedSet<RowKey> rows, TransactionId id, long age) {
    return planner.plan(rows, id, age).thenApply(this::of);
  }

  /** Returns the hold that a {@link HandOver} has written; its heartbeat begins. */
  EscalationLock held(LockPlan plan, LockedRow row) {
    CommitAttempt attempt = new CommitAttempt(plan);
    attempt.holds(row);
    Heartbeat heartbeat = heartbeats.of(attempt);
    heartbeat.start();
    return new EscalationLock(attempt, prewrite, heartbeat, abort, background);
  }

  /** Takes back a hold that a commit with an unknown outcome may have left. */
  CompletableFuture<Void> giveUp(TransactionId id, RowKey row) {
    return background.start(() -> abort.releaseIfHeld(id, row));
  }

  private EscalationLock of(CommitAttempt attempt) {
    return new EscalationLock(attempt, prewrite, heartbeats.of(attempt), abort, background);
  }
}
