package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.LostRaceException;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.Tries;
import io.rowlock.internal.protocol.longread.BarrierLocks;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;

/**
 * Takes a hold on the rows of a transaction that keeps losing, before its user's code runs again
 * (protocol, section 5).
 *
 * <p>The hold is a separate attempt H: its locks are prewritten with empty intents. H is <em>never
 * committed</em>: no code sends its commit point. The transaction T that runs under the hold has
 * its own identity, and commits like any other.
 *
 * <p>Safety follows from that alone:
 *
 * <ul>
 *   <li>For all other clients H is an undecided transaction like any other: they wait for it, and
 *       settle it when its beats stop. Only the owner may commit H (I3), and it never does; so
 *       however H ends, no row gets a version or data from it.
 *   <li>T knows that H will never commit. For T, a row under H's lock is therefore decided: its
 *       state is the base in the lock, now and as long as the row has these bytes. T reads that
 *       state, compares with it when it validates, and expects these bytes where it writes: in one
 *       conditional write its prewrite removes H's lock and writes its own. If the bytes are gone
 *       because other clients treated H as dead, the write fails and is settled like any other.
 *   <li>What is fixed under an identity (I4) stays fixed. H's list and the bytes it expects never
 *       change, only its beats do; T's are fixed when T commits. If T writes the row with the
 *       heartbeat, the beats end first. A beat that was given up as lost and comes late changes the
 *       bytes that T expects, which costs T a race.
 *   <li>T validates whatever it has read and does not write, held or not, because a hold may be
 *       lost unnoticed. Held rows pass because no other transaction could write them. If H holds
 *       T's primary, T may write the primary without a prewrite, even with something to validate:
 *       the row has the same bytes from before the validation until the commit point, and no client
 *       reads past them.
 *   <li>Rows found in ranges are held like others; validation finds rows that appear there.
 * </ul>
 *
 * <p>Progress: the primary is locked first. At that time the owner holds nothing, so it may wait
 * for every transaction; that is the only order that matters. The other rows are locked all at
 * once. With locks held, the older transaction waits and the younger releases everything. So no
 * circle of waiting can last, and no transaction stops the oldest one. A row that is locked without
 * being written keeps its version, and transactions that have read it can still commit.
 */
public final class Escalation implements BarrierLocks {

  private final EscalationLocks escalationLocks;
  private final Environment environment;
  private final Tries tries;

  public Escalation(EscalationLocks escalationLocks, Environment environment, Tries tries) {
    this.escalationLocks = escalationLocks;
    this.environment = environment;
    this.tries = tries;
  }

  /**
   * Takes a hold on the rows, or fails with nothing locked: with a conflict if other transactions
   * caused it.
   */
  CompletableFuture<EscalationLock> take(SortedSet<RowKey> rows, long age) {
    return take(rows, age, tries.escalationAttempts());
  }

  @Override
  public CompletableFuture<Runnable> hold(SortedSet<RowKey> rows, long age) {
    return take(rows, age)
        .thenApply(
            lock ->
                () -> {
                  var unused = lock.release();
                });
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
                      lost.row(),
                      "Lost too often against other transactions",
                      Conflict.lostRace(lost)));
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

  /**
   * Locks the secondaries. With locks held a lost race is not tried again, because an older
   * transaction must not wait for long.
   */
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
