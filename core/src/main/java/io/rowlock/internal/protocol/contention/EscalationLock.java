package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.Abort;
import io.rowlock.internal.protocol.commit.CommitAttempt;
import io.rowlock.internal.protocol.commit.Heartbeat;
import io.rowlock.internal.protocol.commit.Prewrite;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.store.RowKey;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/**
 * A hold: the locks that a transaction takes on rows before its code runs again (see {@code
 * Escalation}). A heartbeat keeps it alive; without the heartbeat other clients settle its locks
 * like those of any silent owner.
 */
final class EscalationLock {

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
  CompletableFuture<Void> lockPrimary() {
    heartbeat.start();
    return prewrite.holdPrimary(attempt);
  }

  /** Locks the other rows, all at once. */
  CompletableFuture<Void> lockSecondaries() {
    return prewrite.holdSecondaries(attempt);
  }

  /** Returns the identity in the locks. Nothing is ever committed under it. */
  TransactionId id() {
    return attempt.plan().id();
  }

  long age() {
    return attempt.plan().age();
  }

  boolean holds(RowKey key) {
    return attempt.held(key) != null;
  }

  boolean isPrimary(RowKey key) {
    return attempt.plan().primaryKey().equals(key);
  }

  /**
   * Returns whether a row that was read under this hold has the same bytes, as far as this client
   * knows: the heartbeat may have changed those of the primary before it stopped.
   */
  boolean stillShows(DecidedRow seen) {
    LockedRow held = attempt.held(seen.key());
    return !isPrimary(seen.key()) || (held != null && held.hasLock(seen.storedLock()));
  }

  /**
   * Prepares the commit of these rows. If the transaction writes the row with the heartbeat, the
   * lock there must not change any more, because the commit expects its bytes. From then on the
   * commit's own heartbeat replaces this one.
   */
  CompletableFuture<Void> beforeCommit(Collection<RowKey> rows) {
    return rows.contains(attempt.plan().primaryKey())
        ? heartbeat.stop()
        : CompletableFuture.completedFuture(null);
  }

  /** Notes the rows that the commit really writes: rows in which nothing changes are left out. */
  synchronized void whenPlanned(Collection<RowKey> rows) {
    if (!isReleased && !rows.contains(attempt.plan().primaryKey())) {
      heartbeat.goOn(attempt);
    }
  }

  /** Notes that the commit has replaced the locks of this hold on these rows. */
  void hasWritten(Collection<RowKey> rows) {
    rows.forEach(attempt::lost);
  }

  /**
   * Releases every row that this hold still locks. Completes after each row has been released or
   * tried.
   */
  CompletableFuture<Void> release() {
    end();
    return background.start(() -> heartbeat.stop().thenCompose(still -> abort.rollBack(attempt)));
  }

  private synchronized void end() {
    isReleased = true;
  }
}
