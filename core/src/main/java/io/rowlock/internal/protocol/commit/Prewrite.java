package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.LostRaceException;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.Tries;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.protocol.recovery.RefusedIntents;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes the locks of an attempt, all rows at once (protocol, 5.1), and settles every answer other
 * than "applied" by reading the lock (section 8).
 *
 * <p>Safety: a lock is written only over <em>decided</em> bytes; if the row contains an intent that
 * its committed owner has not applied yet, the same write applies it. Under one identity a row may
 * be tried again over other bytes only if it is not the primary, and only below the fixed commit
 * timestamp (I4): a client that judges a secondary by the primary's expected lock time must be able
 * to rely on it.
 */
public record Prewrite(
    RowStore store,
    LockWrites writes,
    LockedReader reader,
    CommitPlanner planner,
    RefusedIntents refusals,
    Environment environment,
    ProtocolSettings settings) {

  private static final Duration PAUSE = Duration.ofMillis(10);

  /** A prewrite of one row, ready to be sent, and to be sent again unchanged. */
  private record Announcement(WriteRow row, Prewritten lock, ConditionalWrite write) {}

  /**
   * Prewrites the secondaries, and the primary unless the commit point goes to it directly.
   * Completes when every row has answered.
   */
  CompletableFuture<Void> allRows(CommitAttempt attempt) {
    LockPlan plan = attempt.plan();
    List<WriteRow> rows = new ArrayList<>(plan.secondaries());
    if (!plan.isPrimaryDirect()) {
      rows.add(plan.primary());
    }
    return rows(attempt, rows, tries().prewrite());
  }

  /**
   * Locks the primary of a hold. The values of its rows do not matter, so a rival that locks a row
   * first does not end the attempt.
   */
  public CompletableFuture<Void> holdPrimary(CommitAttempt attempt) {
    return rows(attempt, List.of(attempt.plan().primary()), tries().escalation());
  }

  /** Locks the other rows of a hold, all at once. */
  public CompletableFuture<Void> holdSecondaries(CommitAttempt attempt) {
    return rows(attempt, attempt.plan().secondaries(), tries().escalation());
  }

  private CompletableFuture<Void> rows(CommitAttempt attempt, List<WriteRow> rows, int left) {
    if (rows.isEmpty()) {
      return Async.DONE;
    }
    // A problem with any of the rows must show before the first request is sent.
    List<Announcement> all = new ArrayList<>(rows.size());
    List<ConditionalWrite> writes = new ArrayList<>(rows.size());
    for (WriteRow row : rows) {
      Announcement announcement = announce(attempt.plan(), row);
      all.add(announcement);
      writes.add(announcement.write());
    }
    writes.forEach(attempt::sending);
    List<CompletableFuture<WriteOutcome>> answers = store.write(writes);
    List<CompletableFuture<Void>> held = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      held.add(answered(attempt, all.get(i), answers.get(i), left));
    }
    return allAnswered(held);
  }

  private static CompletableFuture<Void> allAnswered(List<CompletableFuture<Void>> rows) {
    return Async.allDone(rows);
  }

  private Announcement announce(LockPlan plan, WriteRow row) {
    Prewritten lock = plan.prewriteOf(row);
    ConditionalWrite write =
        writes.replace(
            plan.factsOf(row), row.key(), row.base().storedLock(), lock, row.base().unrolledData());
    return new Announcement(row, lock, write);
  }

  private CompletableFuture<Void> begin(
      CommitAttempt attempt, Announcement announcement, int left) {
    attempt.sending(announcement.write());
    return send(attempt, announcement, left);
  }

  private CompletableFuture<Void> send(CommitAttempt attempt, Announcement announcement, int left) {
    return answered(attempt, announcement, store.write(announcement.write()), left);
  }

  private CompletableFuture<Void> answered(
      CommitAttempt attempt,
      Announcement announcement,
      CompletableFuture<WriteOutcome> answer,
      int left) {
    return answer.thenCompose(
        outcome -> {
          if (outcome.isApplied()) {
            attempt.holds(announcement.write(), announcement.lock());
            return Async.DONE;
          }
          return reader
              .readLock(announcement.row().key())
              .thenCompose(now -> settle(attempt, announcement, outcome, now, left));
        });
  }

  private CompletableFuture<Void> settle(
      CommitAttempt attempt,
      Announcement announcement,
      WriteOutcome outcome,
      LockedRow now,
      int left) {
    WriteRow row = announcement.row();
    if (isHeld(attempt.plan(), now)) {
      attempt.holds(now);
      return Async.DONE;
    }
    boolean stale = now.lockTime() < row.base().lockTime();
    if (!stale && !now.hasLock(announcement.write().expected())) {
      if (!mayHideTheOwn(attempt.plan(), row, now)) {
        attempt.lost(row.key());
      }
      return onOtherBytes(attempt, row, now, left);
    }
    if (outcome.kind() == WriteOutcome.Kind.REJECTED || (left == 0 && !stale)) {
      return refusals.refused(row.base(), "Could not lock", outcome.cause());
    }
    if (left == 0) {
      // A vacuum may have removed the lock. Read the row again.
      return CompletableFuture.failedFuture(new LostRaceException(row.key()));
    }
    return environment
        .jitteredPause(PAUSE)
        .thenCompose(waited -> stale ? store.relocate(row.key()) : Async.DONE)
        .thenCompose(located -> send(attempt, announcement, left - 1));
  }

  /** Returns whether a stale server may have answered, so that the prewrite may stand there. */
  private static boolean mayHideTheOwn(LockPlan plan, WriteRow row, LockedRow now) {
    return now.isBefore(row.base().lockTime(), plan.planned(), plan.commitTimestamp());
  }

  private static boolean isHeld(LockPlan plan, LockedRow now) {
    return now.isHeldBy(plan.id());
  }

  /**
   * Handles a row in which another transaction has replaced the bytes that the prewrite expects, so
   * that it can never succeed.
   */
  private CompletableFuture<Void> onOtherBytes(
      CommitAttempt attempt, WriteRow row, LockedRow now, int left) {
    LockPlan plan = attempt.plan();
    WaitPolicy waitPolicy = attempt.waitPolicy(environment, waitFor(plan, row));
    return Async.recover(
            reader.decide(now.stored(), ColumnSelection.LOCK_ONLY, waitPolicy),
            failure -> CompletableFuture.failedFuture(row.blind() ? lost(row, failure) : failure))
        .thenCompose(decided -> onDecidedBytes(attempt, row, decided, left));
  }

  /**
   * Returns how long to wait for the row's holder. A transaction that relies on what the row
   * contained gains nothing by waiting for its next writer. A transaction that cannot lock the row
   * again under this identity waits in the next attempt, where it holds nothing.
   */
  private Duration waitFor(LockPlan plan, WriteRow row) {
    return row.blind() && mayLockAgain(plan, row) ? settings.lockWait() : Duration.ZERO;
  }

  private static boolean mayLockAgain(LockPlan plan, WriteRow row) {
    return !row.key().equals(plan.primary().key());
  }

  private static Throwable lost(WriteRow row, Throwable failure) {
    return failure instanceof ProtocolFailure known && known.isConflict()
        ? new LostRaceException(row.key(), otherOf(known))
        : failure;
  }

  private static @Nullable TransactionId otherOf(ProtocolFailure known) {
    Conflict conflict = known.conflict();
    return conflict == null ? null : conflict.other();
  }

  /**
   * Locks the row again over decided bytes, unless they are those of the prewrite itself. What a
   * stale server showed may have hidden it; a second prewrite would contain its bytes at another
   * lock time (I1).
   */
  private CompletableFuture<Void> onDecidedBytes(
      CommitAttempt attempt, WriteRow row, DecidedRow decided, int left) {
    if (isHeld(attempt.plan(), decided.locked())) {
      attempt.holds(decided.locked());
      return Async.DONE;
    }
    return lockAgain(attempt, row, decided, left);
  }

  private CompletableFuture<Void> lockAgain(
      CommitAttempt attempt, WriteRow row, DecidedRow decided, int left) {
    boolean sameVersion = decided.version() == row.base().version();
    if (!row.blind() && !sameVersion) {
      return CompletableFuture.failedFuture(
          ProtocolFailure.conflict(
              row.key(), "Another transaction has written", Conflict.written(decided.writer())));
    }
    boolean mayRetry =
        left > 0
            && mayLockAgain(attempt.plan(), row)
            && (sameVersion || row.standsOnAnyBase())
            && isBelowCommit(attempt.plan(), decided);
    if (!mayRetry) {
      return CompletableFuture.failedFuture(new LostRaceException(row.key(), decided.writer()));
    }
    return planner
        .allOverwritable(List.of(decided))
        .thenCompose(done -> begin(attempt, announce(attempt.plan(), row.on(decided)), left - 1));
  }

  /** By two, as deletes are applied one below the commit timestamp. */
  private static boolean isBelowCommit(LockPlan plan, DecidedRow decided) {
    return decided.version() + 2 <= plan.commitTimestamp();
  }

  private Tries tries() {
    return settings.limits().tries();
  }
}
