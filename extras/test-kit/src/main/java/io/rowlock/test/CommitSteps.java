package io.rowlock.test;

import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import org.jspecify.annotations.Nullable;

/**
 * What a write does to the lock of its row.
 *
 * @param before the lock that the write expects
 * @param after the lock that it leaves
 */
record CommitSteps(RowLock before, RowLock after) {

  static CommitSteps of(ConditionalWrite write) {
    return new CommitSteps(
        lock(write.key(), write.expected()), lock(write.key(), write.replacement()));
  }

  private static RowLock lock(RowKey row, @Nullable StoredLock lock) {
    return lock == null ? Stable.UNBORN : RowLockCodec.decode(row, lock.bytes());
  }

  /** Returns whether a transaction locks the row, or commits without a lock before. */
  boolean isFirst() {
    return after instanceof Prewritten held ? !before.isHeldBy(held.id()) : isCommitPoint();
  }

  /**
   * Returns whether the write commits a transaction: it makes a transaction the last writer of the
   * row that was not, and it neither finishes nor fences what another write has decided.
   */
  boolean isCommitPoint() {
    Stable decided = after.decidedPart();
    TransactionId writer = decided.writer();
    return writer != null
        && decided.fence() == 0
        && !writer.equals(before.decidedPart().writer())
        && !isFinishedBy(writer);
  }

  private boolean isFinishedBy(TransactionId writer) {
    return before instanceof Prewritten held && !held.isPrimary() && held.id().equals(writer);
  }
}
