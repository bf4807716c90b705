package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.commit.HeartbeatTimer.Alarm;
import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Shows observers that the owner of a slow commit is alive: after every half of a lease it rewrites
 * the primary with a higher beat. If the commit point was to go to the primary without a prewrite,
 * the first beat is the prewrite.
 *
 * <p>Safety: none is needed. A beat replaces the owner's own bytes, so it never replaces the lock
 * of another transaction. After a beat without a plain answer the lock is read, so that the next
 * beat expects the right bytes; if the read fails as well, the worst result is a conflict. Beats
 * and the commit point follow each other, so that the commit point expects the newest bytes. A beat
 * that was given up as lost and takes effect later is found by the settlement of the commit point.
 */
public final class Heartbeat {

  /** A minute with default settings; an owner that takes longer may lose its locks. */
  private static final int MAX_BEATS = 24;

  private final RowStore store;
  private final LockWrites writes;
  private final HeartbeatTimer timer;

  /**
   * Null after the stop: the timer must not keep a transaction's writes in memory for half a lease.
   */
  private @Nullable CommitAttempt attempt;

  private @Nullable Alarm next;
  private CompletableFuture<Void> current = CompletableFuture.completedFuture(null);
  private int left = MAX_BEATS;

  private Heartbeat(
      RowStore store, LockWrites writes, HeartbeatTimer timer, CommitAttempt attempt) {
    this.store = store;
    this.writes = writes;
    this.timer = timer;
    this.attempt = attempt;
  }

  /** Creates the heartbeats of a process. */
  public record Source(RowStore store, LockWrites writes, HeartbeatTimer timer) {

    Heartbeat of(CommitAttempt attempt) {
      return new Heartbeat(store, writes, timer, attempt);
    }
  }

  void start() {
    schedule();
  }

  /**
   * Continues where it was stopped: the commit does not write the row with the heartbeat after all.
   */
  synchronized void goOn(CommitAttempt stopped) {
    if (attempt == null) {
      attempt = stopped;
      schedule();
    }
  }

  /** Stops the heartbeat. Completes when the beat under way, if any, has been answered. */
  synchronized CompletableFuture<Void> stop() {
    attempt = null;
    if (next != null) {
      next.cancel();
    }
    return current;
  }

  private synchronized void schedule() {
    if (left > 0 && attempt != null) {
      next = timer.set(this::beat);
    }
  }

  private synchronized void beat() {
    CommitAttempt running = attempt;
    if (running == null) {
      return;
    }
    left--;
    current =
        Async.guarded(() -> write(running))
            .handle(
                (done, failure) -> {
                  schedule();
                  return null;
                });
  }

  private CompletableFuture<Void> write(CommitAttempt attempt) {
    WriteRow primary = attempt.plan().primary();
    LockedRow held = attempt.held(primary.key());
    Prewritten lock = nextLock(attempt.plan(), held);
    if (lock == null) {
      return CompletableFuture.completedFuture(null);
    }
    ConditionalWrite write =
        writes.replace(
            attempt.plan().factsOf(primary),
            primary.key(),
            held == null ? primary.base().storedLock() : held.stored().lock(),
            lock,
            held == null ? primary.base().unrolledData() : List.of());
    if (held == null) {
      attempt.sending(write);
    }
    return store
        .write(write)
        .thenCompose(
            outcome -> {
              if (outcome.isApplied()) {
                attempt.holds(write, lock);
                return CompletableFuture.completedFuture(null);
              }
              return lookFor(attempt, held);
            });
  }

  /**
   * Reads the lock after a beat without a plain answer. A stale server may show an earlier beat.
   */
  private CompletableFuture<Void> lookFor(CommitAttempt attempt, @Nullable LockedRow before) {
    return store
        .read(List.of(RowRead.lockOf(attempt.plan().primary().key())))
        .thenAccept(
            rows -> {
              LockedRow now = LockedRow.of(rows.get(0));
              boolean own =
                  now.lock() instanceof Prewritten lock && lock.id().equals(attempt.plan().id());
              if (own && (before == null || now.lockTime() > before.lockTime())) {
                attempt.holds(now);
              }
            });
  }

  /** Returns the lock of the next beat; null while the primary's own prewrite is under way. */
  private static @Nullable Prewritten nextLock(CommitPlan plan, @Nullable LockedRow held) {
    if (held != null) {
      return ((Prewritten) held.lock()).nextBeat();
    }
    return plan.isPrimaryDirect() ? plan.prewriteOf(plan.primary()) : null;
  }
}
