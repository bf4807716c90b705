package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowReference;

/**
 * What the state of one row shows about a parallel commit.
 *
 * <p>Safety: the prewrite of a row can only replace the bytes that are listed for the row (I4), and
 * no byte string comes twice (I1). So a row that has passed these bytes without having the prewrite
 * either never gets it, or had it until a client took it away, which happens only to a decided
 * transaction. All of this also holds for a state that a stale server shows, because the row has
 * had that state. An <em>earlier</em> state proves nothing.
 *
 * @param commitTimestamp of the transaction
 */
public record ParallelRow(LockedRow now, Sign sign, long commitTimestamp) {

  /** What a row shows of a prewrite. */
  public enum Sign {
    /** The row has the prewrite. */
    HELD,
    /** The row shows the transaction as committed. */
    COMMITTED,
    /** The row has the bytes that the prewrite replaces: the prewrite may still come. */
    AWAITED,
    /** The row has an earlier state, as stale servers show it, or one after a vacuum. */
    EARLIER,
    /** The row has no prewrite and never gets one. */
    PASSED
  }

  /**
   * Returns what a row shows.
   *
   * @param lead the prewrite of the primary
   * @param listed the row, and the lock time that the prewrite expects there
   */
  public static ParallelRow of(Prewritten lead, RowReference listed, LockedRow now) {
    return new ParallelRow(now, sign(now, lead, listed.lockTime()), lead.commitTimestamp());
  }

  private static Sign sign(LockedRow now, Prewritten lead, long expected) {
    Prewritten held = now.lock().heldBy(lead.id());
    if (held != null && held.primary().key().equals(lead.primary().key())) {
      return Sign.HELD;
    }
    if (now.hasTraceOf(lead.id())) {
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

  /** Returns whether the row shows this. */
  public boolean shows(Sign other) {
    return sign == other;
  }

  /**
   * Returns whether this row alone proves that the transaction has not committed and never will.
   */
  public boolean provesLoss() {
    return sign == Sign.PASSED && now.lock().decidedPart().wouldShow(commitTimestamp);
  }

  /** Returns whether nothing is certain about the row before a write to it succeeds. */
  public boolean isOpen() {
    return sign == Sign.AWAITED || sign == Sign.EARLIER;
  }
}
