package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.RowLock.Committed;
import io.rowlock.internal.protocol.RowLock.Prewritten;

/**
 * What one of its rows, as it was read, tells of a parallel commit.
 *
 * <p>Safety: the prewrite of a row can only take the place of the bytes that are listed for it
 * (I4), and no byte string comes twice (I1). So a row that has passed them without bearing the
 * prewrite either never bears it, or bore it until somebody took it away, which is done only to
 * what is decided. All of that is as true of a state that a stale server shows, as it is one that
 * the row has had. An <em>earlier</em> state tells nothing.
 *
 * @param commitTimestamp of the transaction
 */
record ParallelRow(LockedRow now, Sign sign, long commitTimestamp) {

  /** What a row shows of a prewrite. */
  enum Sign {
    /** The prewrite. */
    HELD,
    /** The transaction as one that has committed. */
    COMMITTED,
    /** The bytes that the prewrite is to replace: it may come yet. */
    AWAITED,
    /** A state of before, as stale servers show it, or one after a vacuum. */
    EARLIER,
    /** The prewrite is not there, and never comes. */
    PASSED
  }

  /** As the owner reads it. */
  static ParallelRow of(CommitPlan plan, WriteRow row, LockedRow now) {
    return of(now, plan.prewriteOf(plan.primary()), row.base().lockTime());
  }

  /** As others read a secondary that the primary lists. */
  static ParallelRow of(Prewritten lead, RowReference listed, LockedRow now) {
    return of(now, lead, listed.lockTime());
  }

  private static ParallelRow of(LockedRow now, Prewritten lead, long expected) {
    return new ParallelRow(now, sign(now, lead, expected), lead.commitTimestamp());
  }

  private static Sign sign(LockedRow now, Prewritten lead, long expected) {
    if (now.lock() instanceof Prewritten held
        && held.id().equals(lead.id())
        && held.primary().key().equals(lead.primary().key())) {
      return Sign.HELD;
    }
    if ((now.lock() instanceof Committed committed && committed.id().equals(lead.id()))
        || now.lock().decidedPart().bearsTraceOf(lead.id())) {
      return Sign.COMMITTED;
    }
    if (now.isBefore(expected, lead.planned(), lead.commitTimestamp())) {
      return Sign.EARLIER;
    }
    return now.lockTime() == expected ? Sign.AWAITED : Sign.PASSED;
  }

  /** Alone proves that the transaction has not committed and never will. */
  boolean provesLoss() {
    return sign == Sign.PASSED && now.lock().decidedPart().wouldShow(commitTimestamp);
  }

  /** Nothing is known of the row before a write to it succeeds. */
  boolean isOpen() {
    return sign == Sign.AWAITED || sign == Sign.EARLIER;
  }
}
