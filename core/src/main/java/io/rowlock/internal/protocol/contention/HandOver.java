package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.LockPlan;
import io.rowlock.internal.protocol.commit.NextHold;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * The hold that a commit point leaves on its row for the next transaction of this process in the
 * row's line. Other processes do not come between the two, and cannot cost the next one its
 * attempt. A commit hands its row over if it writes this row only and has a hold on it, because
 * other processes write it too, while the {@link RowQueue} permits it, and no long reader has
 * closed the table's barrier.
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
record HandOver(LockPlan next, RowTurn turn, RowTurn nextTurn, RowHolds holds) implements NextHold {

  /**
   * Returns the hand-over of a commit, null for none.
   *
   * @param turn of the transaction that commits
   * @param plan of the commit, which writes one row only
   */
  static @Nullable HandOver plan(RowHolds holds, RowTurn turn, LockPlan plan) {
    DecidedRow row = plan.primaryBase();
    RowTurn nextTurn =
        row.isHeldByCaller() && !holds.longReads().isClosed(row.key().table())
            ? turn.queue.nextFor(row.key(), turn)
            : null;
    if (nextTurn == null) {
      return null;
    }
    Stable written =
        row.base()
            .writtenBy(plan.id(), plan.commitTimestamp())
            .within(holds.parts().settings().limits().trail());
    TransactionId own = TransactionId.fresh(holds.parts().environment().random());
    LockPlan next = next(nextTurn, row, written, own, plan.planned(), plan.tables());
    return new HandOver(next, turn, nextTurn, holds);
  }

  /**
   * Plans the hold.
   *
   * @param row the only row of the commit
   * @param written the state that it leaves, with its trail at its final length
   * @param id of the hold
   */
  static LockPlan next(
      RowTurn nextTurn,
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
        nextTurn.takeOverAge.orElseThrow(),
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
   * Hands the hold over to the next transaction after the commit, or releases it if that
   * transaction has begun without it.
   */
  @Override
  public void afterCommit(LockedRow now) {
    if (!now.isHeldBy(next.id())) {
      return;
    }
    RowHold hold = new RowHold(holds, next, nextTurn);
    hold.begin(now);
    if (turn.queue.handOver(turn, nextTurn, hold)) {
      Mechanism.HAND_OVER.fires(1);
    } else {
      var unused = hold.giveBack();
    }
  }

  /** Takes back a hold that a commit with an unknown outcome may have left. */
  @Override
  public CompletableFuture<Void> giveUp() {
    return holds
        .parts()
        .background()
        .begin()
        .end(Async.guarded(() -> holds.abort().releaseIfHeld(next.id(), next.primaryKey())));
  }
}
