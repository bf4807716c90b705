package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.store.RowKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;

/** Creates escalation locks: plans them, and wires the parts that write, keep and release them. */
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

  /** Plans to lock rows, and locks none of them yet. Waits for undecided locks. */
  public CompletableFuture<EscalationLock> plan(
      SortedSet<RowKey> rows, TransactionId id, long age) {
    return planner.plan(rows, id, age).thenApply(this::of);
  }

  private EscalationLock of(CommitAttempt attempt) {
    return new EscalationLock(attempt, prewrite, heartbeats.of(attempt), abort, background);
  }
}
