package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import org.jspecify.annotations.Nullable;

/** How one attempt commits (protocol, section 5): in one request, or in order. */
sealed interface CommitPlan {

  /** Returns the locks of the attempt, with what it may not change. */
  LockPlan locks();

  /**
   * One request commits: the commit point, which nothing has to precede.
   *
   * @param region the rows that it writes and checks together with the primary
   * @param nextHold the hold that it leaves for another transaction, null for none
   */
  record OneRequest(LockPlan locks, RegionCommit region, @Nullable NextHold nextHold)
      implements CommitPlan {

    /** Returns whether it takes effect only together with its other writes and checks. */
    boolean isRegionCommit() {
      return !region.isEmpty();
    }

    /** Returns the lock that it writes to the primary. */
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

    /** Returns the lock that it writes to a row of the region. */
    Stable committedLockOf(WriteRow regionRow) {
      return regionRow.base().base().writtenBy(locks.id(), locks.commitTimestamp());
    }
  }

  /**
   * The rows are locked, and what was read is validated, before the commit point.
   *
   * @param validates whether something was read that is neither written nor checked, ranges
   *     included
   */
  record InOrder(OneRequest commitPoint, boolean validates) implements CommitPlan {

    @Override
    public LockPlan locks() {
      return commitPoint.locks();
    }
  }
}
