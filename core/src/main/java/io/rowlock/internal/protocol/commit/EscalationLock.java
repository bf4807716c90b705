package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.store.RowKey;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/**
 * The lock that a transaction takes on rows before its code runs again (see {@code Escalation}). A
 * heartbeat keeps it; without the heartbeat other clients settle it like that of any silent owner.
 */
public final class EscalationLock {

  private final CommitAttempt attempt;
  private final Prewrite prewrite;
  private final Heartbeat heartbeat;
  private final Abort abort;
  private final BackgroundWork background;
  private boolean isReleased;

  EscalationLock(
      CommitAttempt attempt,
      Prewrite prewrite,
      Heartbeat heartbeat,
      Abort abort,
      BackgroundWork background) {
    this.attempt = attempt;
    this.prewrite = prewrite;
    this.heartbeat = heartbeat;
    this.abort = abort;
    this.background = background;
  }

  /** Locks the primary, which carries the heartbeat. */
  public CompletableFuture<Void> lockPrimary() {
    heartbeat.start();
    return prewrite.holdPrimary(attempt);
  }

  /** Locks the other rows, all at once. */
  public CompletableFuture<Void> lockSecondaries() {
    return prewrite.holdSecondaries(attempt);
  }

  /** Named by the locks, and by nothing that is ever committed. */
  TransactionId id() {
    return attempt.plan().id();
  }

  long age() {
    return attempt.plan().age();
  }

  boolean isPrimary(RowKey key) {
    return attempt.plan().primary().key().equals(key);
  }

  /**
   * Where the transaction will write the row that beats, the lock there must not change any more:
   * its bytes are what the commit expects. From then on the commit's own heartbeat does the same.
   */
  CompletableFuture<Void> beforeCommit(Collection<RowKey> rows) {
    return rows.contains(attempt.plan().primary().key())
        ? heartbeat.stop()
        : CompletableFuture.completedFuture(null);
  }

  /** These are the rows that it writes, no more: those in which nothing changes drop out. */
  synchronized void whenPlanned(Collection<RowKey> rows) {
    if (!isReleased && !rows.contains(attempt.plan().primary().key())) {
      heartbeat.goOn(attempt);
    }
  }

  /** These rows bear another lock now. */
  void hasWritten(Collection<RowKey> rows) {
    rows.forEach(attempt::lost);
  }

  /** Completes when every row that still bears the lock has been given back, or tried. */
  public CompletableFuture<Void> release() {
    end();
    return background.start(() -> heartbeat.stop().thenCompose(still -> abort.rollBack(attempt)));
  }

  private synchronized void end() {
    isReleased = true;
  }
}
