package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * The escalation lock that a commit point leaves on its row for the next transaction of this
 * process in the row's line. Other processes do not come between the two, and cannot cost the next
 * one its attempt.
 *
 * <p>Safety: the write does at once what two writes of this client may do one after the other, the
 * commit point and the prewrite of an escalation lock over it. Every client that reads the row
 * finds a state that these two would have left: a lock of a transaction that never commits, over
 * the committed state, which names the committed transaction. The state in between, which no client
 * can see, is the only difference. So nothing that decides, settles or recovers knows of
 * hand-overs.
 *
 * <p>The lock belongs to an attempt of its own from the beginning, with its own identity. If the
 * outcome of the commit is unknown, the lock may be there without an owner: it is taken back, as
 * far as possible, and otherwise settled like that of any silent owner.
 */
final class HandOver {

  private final CommitPlan next;
  private final Inheritance heir;

  private HandOver(CommitPlan next, Inheritance heir) {
    this.next = next;
    this.heir = heir;
  }

  /**
   * Plans the lock.
   *
   * @param row the only row of the commit
   * @param written the state that it leaves, with its trail at its final length
   * @param id of the lock
   */
  static HandOver of(
      Inheritance heir,
      WriteRow row,
      Stable written,
      TransactionId id,
      long planned,
      Map<TableName, TableFacts> tables) {
    RowKey key = row.key();
    // No lock cell ever contains this state; the lock follows the cell that the commit replaces.
    LockedRow before =
        new LockedRow(new StoredRow(key, List.of(), row.base().storedLock()), written);
    WriteRow locked =
        new WriteRow(NoWrite.INSTANCE, DecidedRow.settled(before), Intent.EMPTY, true);
    CommitPlan next =
        new CommitPlan(
            id,
            heir.age(),
            planned,
            Math.max(planned, written.version() + 2),
            locked,
            RegionCommit.NONE,
            List.of(),
            Set.of(key),
            new ReadSet(),
            true,
            false,
            tables,
            null,
            null);
    return new HandOver(next, heir);
  }

  /** Returns the lock that the commit point writes. */
  Prewritten lock() {
    return next.prewriteOf(next.primary());
  }

  TransactionId id() {
    return next.id();
  }

  RowKey key() {
    return next.primary().key();
  }

  /**
   * Leaves the lock to the next transaction after the commit, or releases it if that has begun
   * without it.
   *
   * @param now the row as the commit point has left it, or as it was read afterwards
   */
  void afterCommit(LockedRow now, Reservation reservation, EscalationLocks locks) {
    boolean isThere = now.lock() instanceof Prewritten lock && lock.id().equals(next.id());
    if (!isThere) {
      return;
    }
    EscalationLock lock = locks.held(next, now);
    if (reservation.leave(key(), heir, lock)) {
      Mechanism.HAND_OVER.fires(1);
    } else {
      var unused = lock.release();
    }
  }
}
