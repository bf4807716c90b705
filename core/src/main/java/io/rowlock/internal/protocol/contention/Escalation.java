package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.EscalationLock;
import io.rowlock.internal.protocol.commit.EscalationLocks;
import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.LostRaceException;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.Tries;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;

/**
 * Locks the rows of a transaction that keeps losing before its user's code runs again (protocol,
 * section 5).
 *
 * <p>The locks are those of an attempt H of its own, prewritten with empty intents, which is
 * <em>never committed</em>: its commit point is not part of the program. The transaction T that
 * runs under them has an identity of its own, and commits like any other.
 *
 * <p>Safety follows from that alone:
 *
 * <ul>
 *   <li>For everybody else H is an undecided transaction like any other: they wait for it, and
 *       settle it when its beats stop. Only the owner may commit it (I3), and does not; so however
 *       it ends, no row gets a version or data by it.
 *   <li>T knows that H will never commit. A row under H's lock is therefore decided for T: it is
 *       what the lock's base says, now and for as long as these bytes stand. T reads it as that,
 *       compares it as that when it validates, and expects these bytes where it writes: its
 *       prewrite takes H's lock back and lays down its own in one conditional write. If the bytes
 *       are gone, because others took H for dead, the write fails and is settled like any other.
 *   <li>What is frozen under an identity (I4) stays so: H's list and the bytes it expects never
 *       change, only its beats do; T's are frozen when T commits. Where T will write the row that
 *       beats, the beats end first. One that was given up as lost and comes late changes the bytes
 *       that T expects, which costs T a race.
 *   <li>T validates whatever it has read and does not write, held or not: an escalation lock may
 *       have been lost unnoticed. Held rows pass because nobody could write them. T's primary may
 *       be written unannounced, also with something to validate, when H holds it: from before the
 *       validation until the commit point the same bytes stand there, which nobody reads past.
 *   <li>Rows found in ranges are held like others; rows that appear there are found by validation.
 * </ul>
 *
 * <p>Getting through: rows are locked in one order as far as it counts, the primary first, by an
 * owner that holds nothing yet and so may wait for anybody; the others all at once. With locks held
 * the older waits and the younger gives everything back, so that no circle of waiting can last, and
 * the oldest of all transactions is stopped by nobody. A row that is locked without being written
 * keeps its version, and whoever has read it can still commit.
 */
public final class Escalation {

  private final EscalationLocks escalationLocks;
  private final Environment environment;
  private final Tries tries;

  public Escalation(EscalationLocks escalationLocks, Environment environment, Tries tries) {
    this.escalationLocks = escalationLocks;
    this.environment = environment;
    this.tries = tries;
  }

  /** Locks the rows, or fails with nothing locked: with a conflict when it was others' doing. */
  CompletableFuture<EscalationLock> take(SortedSet<RowKey> rows, long age) {
    return take(rows, age, tries.escalationAttempts());
  }

  private CompletableFuture<EscalationLock> take(SortedSet<RowKey> rows, long age, int left) {
    TransactionId id = TransactionId.fresh(environment.random());
    return Async.recover(
        Async.guarded(() -> escalationLocks.plan(rows, id, age)).thenCompose(this::lock),
        failure -> {
          if (!(failure instanceof LostRaceException lost)) {
            return CompletableFuture.failedFuture(failure);
          }
          return left > 0
              ? take(rows, age, left - 1)
              : CompletableFuture.failedFuture(
                  ProtocolFailure.conflict(
                      lost.row(), "Others kept it from being locked", Conflict.lostRace(lost)));
        });
  }

  private CompletableFuture<EscalationLock> lock(EscalationLock escalationLock) {
    CompletableFuture<EscalationLock> locked =
        escalationLock
            .lockPrimary()
            .thenCompose(primary -> theOthers(escalationLock))
            .thenApply(all -> escalationLock);
    return Async.recover(
        locked,
        failure ->
            escalationLock
                .release()
                .thenCompose(released -> CompletableFuture.failedFuture(failure)));
  }

  /** With locks held a race is not tried again: whoever is older must not wait for long. */
  private CompletableFuture<Void> theOthers(EscalationLock escalationLock) {
    return Async.recover(
        escalationLock.lockSecondaries(),
        failure ->
            CompletableFuture.failedFuture(
                failure instanceof LostRaceException lost
                    ? ProtocolFailure.conflict(
                        lost.row(), "An older transaction is writing", Conflict.lostRace(lost))
                    : failure));
  }
}
