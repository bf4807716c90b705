package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowReference;

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
public record ParallelRow(LockedRow now, Sign sign, long commitTimestamp) {

  /** What a row shows of a prewrite. */
  public enum Sign {
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

  /**
   * What a row tells.
   *
   * @param lead the prewrite of the primary
   * @param listed the row, and the lock time that the prewrite expects there
   */
  public static ParallelRow of(Prewritten lead, RowReference listed, LockedRow now) {
    return new ParallelRow(now, sign(now, lead, listed.lockTime()), lead.commitTimestamp());
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
    if (isEarlier(now, lead, expected)) {
      return Sign.EARLIER;
    }
    return now.lockTime() == expected ? Sign.AWAITED : Sign.PASSED;
  }

  private static boolean isEarlier(LockedRow now, Prewritten lead, long expected) {
    return now.isBefore(expected, lead.planned(), lead.commitTimestamp());
  }

  /** Alone proves that the transaction has not committed and never will. */
  public boolean provesLoss() {
    return sign == Sign.PASSED && now.lock().decidedPart().wouldShow(commitTimestamp);
  }

  /** Nothing is known of the row before a write to it succeeds. */
  public boolean isOpen() {
    return sign == Sign.AWAITED || sign == Sign.EARLIER;
  }
}
