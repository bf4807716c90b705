package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.store.RowKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;

/** Makes holds: plans their locks, and gives them what lays these down, keeps and releases them. */
public final class Holds {

  private final HoldPlanner planner;
  private final Prewrite prewrite;
  private final Heartbeat.Source heartbeats;
  private final Abort abort;
  private final BackgroundWork background;

  public Holds(
      HoldPlanner planner,
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
  public CompletableFuture<Hold> plan(SortedSet<RowKey> rows, TransactionId id, long age) {
    return planner.plan(rows, id, age).thenApply(this::of);
  }

  private Hold of(Attempt attempt) {
    return new Hold(attempt, prewrite, heartbeats.of(attempt), abort, background);
  }
}
