package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settlement of the lock of one transaction in one row.
 *
 * @param concerned rows whose refusal of a write explains why the lock stays
 */
public record SettleTask(
    LockedRow seen,
    TransactionId id,
    long commitTimestamp,
    List<RowKey> concerned,
    long deadlineNanos) {

  /** Returns what must be done about a row, null if its lock is stable. */
  public static @Nullable SettleTask of(LockedRow row, long deadlineNanos) {
    if (row.lock() instanceof Prewritten held) {
      List<RowKey> concerned = List.of(row.key(), held.primary().key());
      return new SettleTask(row, held.id(), held.commitTimestamp(), concerned, deadlineNanos);
    }
    if (row.lock() instanceof Committed done) {
      List<RowKey> concerned = new ArrayList<>(List.of(row.key()));
      done.secondaries().forEach(secondary -> concerned.add(secondary.key()));
      return new SettleTask(row, done.id(), done.commitTimestamp(), concerned, deadlineNanos);
    }
    return null;
  }

  /**
   * Returns whether a read is stale: a smaller lock time is the answer of a server that has lost
   * the row.
   */
  public boolean isStale(LockedRow now) {
    return now.lockTime() < seen.lockTime();
  }

  public boolean isHeldIn(LockedRow now) {
    return isStale(now)
        || (now.lock() instanceof Prewritten held && held.id().equals(id))
        || (now.lock() instanceof Committed done && done.id().equals(id));
  }
}
