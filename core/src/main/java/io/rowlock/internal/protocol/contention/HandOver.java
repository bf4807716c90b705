package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.LockPlan;
import io.rowlock.internal.protocol.commit.NextHold;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/**
 * The hold that a commit point leaves on its row for the next transaction of this process in the
 * row's line. Other processes do not come between the two, and cannot cost the next one its
 * attempt.
 *
 * <p>Safety: the write does at once what two writes of this client may do one after the other, the
 * commit point and the prewrite of a hold over it. Every client that reads the row finds a state
 * that these two would have left: a lock of a transaction that never commits, over the committed
 * state, which names the committed transaction. The state in between, which no client can see, is
 * the only difference. So nothing that decides, settles or recovers distinguishes hand-overs.
 *
 * <p>The hold is an attempt of its own from the beginning, with its own identity. If the outcome of
 * the commit is unknown, the hold may be there without an owner: it is taken back, as far as
 * possible, and otherwise settled like the locks of any silent owner.
 */
final class HandOver implements NextHold {

  private final LockPlan next;
  private final Inheritance heir;
  private final Reservation reservation;
  private final EscalationLocks locks;

  /**
   * Creates a hand-over.
   *
   * @param next the {@linkplain #next plan} of the hold
   * @param reservation of the transaction that commits
   */
  HandOver(LockPlan next, Inheritance heir, Reservation reservation, EscalationLocks locks) {
    this.next = next;
    this.heir = heir;
    this.reservation = reservation;
    this.locks = locks;
  }

  /**
   * Plans the hold.
   *
   * @param row the only row of the commit
   * @param written the state that it leaves, with its trail at its final length
   * @param id of the hold
   */
  static LockPlan next(
      Inheritance heir,
      DecidedRow row,
      Stable written,
      TransactionId id,
      long planned,
      Map<TableName, TableFacts> tables) {
    // No lock cell ever contains this state; the lock follows the cell that the commit replaces.
    LockedRow before =
        new LockedRow(new StoredRow(row.key(), List.of(), row.storedLock()), written);
    return LockPlan.ofHold(
        id,
        heir.age(),
        planned,
        Math.max(planned, written.version() + 2),
        List.of(DecidedRow.settled(before)),
        tables);
  }

  @Override
  public Prewritten lock() {
    return next.primaryLock();
  }

  /**
   * Leaves the hold to the next transaction after the commit, or releases it if that transaction
   * has begun without it.
   */
  @Override
  public void afterCommit(LockedRow now) {
    if (!now.isHeldBy(next.id())) {
      return;
    }
    EscalationLock lock = locks.held(next, now);
    if (reservation.leave(next.primaryKey(), heir, lock)) {
      Mechanism.HAND_OVER.fires(1);
    } else {
      var unused = lock.release();
    }
  }

  @Override
  public CompletableFuture<Void> giveUp() {
    return locks.giveUp(next.id(), next.primaryKey());
  }
}
