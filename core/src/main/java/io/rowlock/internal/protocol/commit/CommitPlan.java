package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import org.jspecify.annotations.Nullable;

/**
 * How one attempt commits (protocol, section 5): by one request, or in order.
 *
 * @param locks the locks of the attempt, with what it may not change
 * @param region the rows that the commit point writes and checks together with the primary
 * @param nextHold the hold that the commit point leaves for another transaction, null for none
 * @param validates whether something was read that is neither written nor checked, ranges included
 */
record CommitPlan(
    LockPlan locks, RegionCommit region, @Nullable NextHold nextHold, boolean validates) {

  /**
   * Returns whether the commit point is the whole commit. Otherwise the rows are locked, and what
   * was read is validated, before it.
   */
  boolean isOneRequest() {
    return locks.secondaries().isEmpty() && !validates;
  }

  /** Returns whether the commit point takes effect only together with other writes and checks. */
  boolean isRegionCommit() {
    return !region.isEmpty();
  }

  /** Returns the lock that the commit point writes to the primary. */
  RowLock committedLock() {
    if (nextHold != null) {
      return nextHold.lock();
    }
    Stable written = committedLockOf(locks.primary());
    return locks.secondaries().isEmpty()
        ? written
        : new Committed(
            locks.id(), locks.commitTimestamp(), locks.secondaryReferences(), written.trail());
  }

  /** Returns the lock that the commit point writes to a row of the region. */
  Stable committedLockOf(WriteRow regionRow) {
    return regionRow.base().base().writtenBy(locks.id(), locks.commitTimestamp());
  }
}
