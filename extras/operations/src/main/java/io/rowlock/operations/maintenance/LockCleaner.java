package io.rowlock.operations.maintenance;

import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.recovery.FailureMessages;
import io.rowlock.internal.protocol.recovery.LockResolver.Verdict;
import io.rowlock.internal.protocol.recovery.Parts;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.operations.maintenance.Settlement.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Settles locks as any reader would, and follows each until its result is known.
 *
 * <p>Safety: every act is one of the resolver or the roll-forward, which any client may perform at
 * any time. A living owner is affected only as by any reader, after a whole lease of silence.
 *
 * @param waitLimit how long to follow one lock, more than a lease
 */
record LockCleaner(
    RefusalNotingStore store,
    Parts parts,
    RollForwardOnce rollForwardOnce,
    LockExaminer examiner,
    Duration waitLimit) {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(250);

  /**
   * The settlement of the lock of one transaction in one row.
   *
   * @param concerned rows whose refusal of a write explains why the lock stays
   */
  private record Task(
      LockedRow seen,
      TransactionId id,
      long commitTimestamp,
      List<RowKey> concerned,
      long deadlineNanos) {

    /** Returns what must be done about a row, null if its lock is stable. */
    static @Nullable Task of(LockedRow row, long deadlineNanos) {
      if (row.lock() instanceof Prewritten held) {
        List<RowKey> concerned = List.of(row.key(), held.primary().key());
        return new Task(row, held.id(), held.commitTimestamp(), concerned, deadlineNanos);
      }
      if (row.lock() instanceof Committed done) {
        List<RowKey> concerned = new ArrayList<>(List.of(row.key()));
        done.secondaries().forEach(secondary -> concerned.add(secondary.key()));
        return new Task(row, done.id(), done.commitTimestamp(), concerned, deadlineNanos);
      }
      return null;
    }

    /**
     * Returns whether a read is stale: a smaller lock time is the answer of a server that has lost
     * the row.
     */
    boolean isStale(LockedRow now) {
      return now.lockTime() < seen.lockTime();
    }

    boolean isHeldIn(LockedRow now) {
      return isStale(now) || now.isHeldBy(id) || now.isCommittedBy(id);
    }
  }

  /** Settles the lock of a row. Never completes exceptionally. */
  CompletableFuture<Settlement> settle(StoredRow row) {
    return Async.recover(
        Async.guarded(() -> begin(LockedRow.of(row))),
        failure -> whyNot(row, Kind.CANNOT, FailureMessages.of(failure)));
  }

  private CompletableFuture<Settlement> begin(LockedRow row) {
    long deadline = parts.environment().clock().monotonicNanos() + waitLimit.toNanos();
    Task task = Task.of(row, deadline);
    if (task != null) {
      store.forget(task.concerned());
      return step(task, row, FIRST_PAUSE);
    }
    return CompletableFuture.completedFuture(
        new Settlement(Kind.STABLE, "no transaction holds the row"));
  }

  private CompletableFuture<Settlement> step(Task task, LockedRow row, Duration pause) {
    return act(task, row)
        .thenCompose(acted -> LockReads.one(store, row.key()))
        .thenCompose(
            now ->
                task.isHeldIn(now)
                    ? again(task, now, pause)
                    : CompletableFuture.completedFuture(end(task, now)));
  }

  private CompletableFuture<Void> act(Task task, LockedRow row) {
    if (task.isStale(row)) {
      return store.relocate(row.key());
    }
    if (row.lock() instanceof Committed) {
      return rollForwardOnce.finish(row);
    }
    RowKey primary = ((Prewritten) row.lock()).primary().key();
    return parts
        .resolver()
        .judge(row)
        .thenCompose(verdict -> verdict == Verdict.COMMITTED ? finish(task, primary) : Async.DONE);
  }

  /** Finishes the transaction, unless another client has done so since it was judged. */
  private CompletableFuture<Void> finish(Task task, RowKey primary) {
    return LockReads.one(store, primary)
        .thenCompose(
            now -> now.isCommittedBy(task.id()) ? rollForwardOnce.finish(now) : Async.DONE);
  }

  private static Settlement end(Task task, LockedRow now) {
    if (now.hasTraceOf(task.id())) {
      return new Settlement(Kind.ROLLED_FORWARD, "transaction " + task.id() + " is committed");
    }
    return now.lock().decidedPart().wouldShow(task.commitTimestamp())
        ? new Settlement(Kind.ROLLED_BACK, "transaction " + task.id() + " is aborted")
        : new Settlement(Kind.GONE, "other transactions have written the row since " + task.id());
  }

  /** Waits as long for each lock, so that the locks of one transaction are judged together. */
  private CompletableFuture<Settlement> again(Task task, LockedRow now, Duration pause) {
    @Nullable String refusal = store.of(task.concerned());
    if (refusal != null) {
      return whyNot(now.stored(), Kind.CANNOT, refusal);
    }
    if (parts.environment().clock().monotonicNanos() >= task.deadlineNanos()) {
      return whyNot(now.stored(), Kind.STILL_HELD, stillHeld(now));
    }
    Duration doubled = pause.multipliedBy(2);
    Duration next = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    return parts.environment().pause(pause).thenCompose(waited -> step(task, now, next));
  }

  private String stillHeld(LockedRow row) {
    return String.format(
        "its transaction is not decided; this lock has been seen unchanged for %d ms",
        parts.leases().seenFor(row.key(), row.lockTime()).toMillis());
  }

  /**
   * Returns why a lock still exists: a diagnosed problem takes precedence over a failure that was
   * noticed.
   */
  private CompletableFuture<Settlement> whyNot(StoredRow row, Kind kind, String noticed) {
    Settlement otherwise = new Settlement(kind, noticed);
    return Async.recover(
        examiner
            .examine(row)
            .thenApply(
                found ->
                    found.needsAPerson() ? new Settlement(Kind.CANNOT, found.advice()) : otherwise),
        failure -> CompletableFuture.completedFuture(otherwise));
  }
}
