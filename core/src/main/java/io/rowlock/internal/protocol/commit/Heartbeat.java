package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.Alarms;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowStore;
import java.time.Duration;
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

  private final Source source;
  private final CommitAttempt attempt;
  private boolean isStopped;

  /** Removes the alarm of the next beat. */
  private Runnable cancelNext = () -> {};

  private CompletableFuture<Void> current = CompletableFuture.completedFuture(null);
  private int left = MAX_BEATS;

  private Heartbeat(Source source, CommitAttempt attempt) {
    this.source = source;
    this.attempt = attempt;
  }

  /** Creates the heartbeats of a process. */
  public record Source(RowStore store, LockWrites writes, Alarms alarms, Duration lease) {

    public Heartbeat of(CommitAttempt attempt) {
      return new Heartbeat(this, attempt);
    }
  }

  public void start() {
    schedule();
  }

  /**
   * Continues where it was stopped: the commit does not write the row with the heartbeat after all.
   */
  public synchronized void goOn() {
    if (isStopped) {
      isStopped = false;
      schedule();
    }
  }

  /**
   * Stops the heartbeat. Completes when the beat under way, if any, has been answered; never fails.
   */
  public synchronized CompletableFuture<Void> stop() {
    isStopped = true;
    cancelNext.run();
    return current;
  }

  private synchronized void schedule() {
    if (left > 0 && !isStopped) {
      cancelNext = source.alarms.setAfter(source.lease.dividedBy(2), this::beat);
    }
  }

  /** The request is sent without a lock: the store may answer, or fail, in this thread. */
  private void beat() {
    CompletableFuture<Void> answered = new CompletableFuture<>();
    if (begin(answered)) {
      var unused = Async.guarded(this::write).whenComplete((done, failure) -> end(answered));
    }
  }

  private synchronized boolean begin(CompletableFuture<Void> beat) {
    if (isStopped) {
      return false;
    }
    left--;
    current = beat;
    return true;
  }

  private void end(CompletableFuture<Void> beat) {
    try {
      schedule();
    } finally { // the commit waits for it
      beat.complete(null);
    }
  }

  private CompletableFuture<Void> write() {
    WriteRow primary = attempt.plan().primary();
    LockedRow held = attempt.held(primary.key());
    Prewritten lock = nextLock(attempt.plan(), held);
    if (lock == null) {
      return CompletableFuture.completedFuture(null);
    }
    ConditionalWrite write =
        source.writes.replace(
            attempt.plan().factsOf(primary),
            primary.key(),
            held == null ? primary.base().storedLock() : held.stored().lock(),
            lock,
            held == null ? primary.base().unrolledData() : List.of());
    if (held == null) {
      attempt.sending(write);
    }
    return source
        .store
        .write(write)
        .thenCompose(
            outcome -> {
              if (outcome.isApplied()) {
                attempt.holds(write, lock);
                return CompletableFuture.completedFuture(null);
              }
              return lookFor(held);
            });
  }

  /**
   * Reads the lock after a beat without a plain answer. A stale server may show an earlier beat.
   */
  private CompletableFuture<Void> lookFor(@Nullable LockedRow before) {
    return LockReads.one(source.store, attempt.plan().primary().key())
        .thenAccept(
            now -> {
              boolean own = now.isHeldBy(attempt.plan().id());
              if (own && (before == null || now.lockTime() > before.lockTime())) {
                attempt.holds(now);
              }
            });
  }

  /** Returns the lock of the next beat; null while the primary's own prewrite is under way. */
  private static @Nullable Prewritten nextLock(LockPlan plan, @Nullable LockedRow held) {
    if (held != null) {
      return ((Prewritten) held.lock()).nextBeat();
    }
    return plan.isPrimaryDirect() ? plan.prewriteOf(plan.primary()) : null;
  }
}
