package io.rowlock.internal.protocol.lock;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state that the lock cell of a row holds (protocol, section 2). Immutable. */
public sealed interface RowLock {

  /**
   * The state that counts when nobody's undecided wish is looked at: of a prewritten lock its base,
   * of a committed one what it will become.
   */
  default Stable decidedPart() {
    if (this instanceof Prewritten prewritten) {
      return prewritten.base();
    }
    return this instanceof Committed committed ? committed.settled() : (Stable) this;
  }

  /**
   * Nobody is writing.
   *
   * @param version commit timestamp of the last transaction that wrote the row, 0 when none did
   * @param writer that transaction, null when none is known
   * @param fence 0 as long as nobody has fenced the row since; otherwise no two fences of a row
   *     have the same, so that no byte string comes twice
   * @param trail who wrote the row before
   */
  record Stable(long version, @Nullable TransactionId writer, long fence, WriterTrail trail)
      implements RowLock {

    /** What a row without a lock cell is. */
    public static final Stable UNBORN = new Stable(0, null, 0, WriterTrail.EMPTY);

    /** Has the state that it had, in bytes that it never had: {@link LockWrites} sees to that. */
    public Stable fenced() {
      return new Stable(version, writer, fence + 1, trail);
    }

    /** The same as it is written: a lock time is taken once. */
    public Stable fencedAt(long lockTime) {
      return new Stable(version, writer, lockTime, trail);
    }

    /** What the row is after the transaction has committed a write to it. */
    public Stable writtenBy(TransactionId id, long commitTimestamp) {
      return new Stable(commitTimestamp, id, 0, trail.before(version, writer));
    }

    /** The same with no longer a trail. */
    Stable within(TrailLimits limits) {
      return new Stable(version, writer, fence, trail.within(limits, version));
    }

    /** True when the transaction is known to have written the row. */
    public boolean bearsTraceOf(TransactionId id) {
      return id.equals(writer) || trail.names(id);
    }

    /**
     * True when a transaction that committed at {@code commitTimestamp} would have left a trace, so
     * that the absence of one proves that it has not committed.
     */
    public boolean wouldShow(long commitTimestamp) {
      return version <= commitTimestamp || trail.reachesBackTo(commitTimestamp);
    }
  }

  /**
   * A transaction has laid down what it wants to write.
   *
   * @param base what the row was before, and is again after a roll-back
   * @param commitTimestamp at which the intent will be applied
   * @param primary the row that decides, and its lock time before this transaction touched it
   * @param age milliseconds since the epoch of the transaction's first attempt; the older one waits
   * @param planned milliseconds since the epoch, by its client's clock, when this attempt froze;
   *     unlike the commit timestamp it never runs ahead
   * @param lead set on the primary only
   */
  record Prewritten(
      TransactionId id,
      Stable base,
      long commitTimestamp,
      Intent intent,
      RowReference primary,
      long age,
      long planned,
      @Nullable Lead lead)
      implements RowLock {

    public boolean isPrimary() {
      return lead != null;
    }

    /** What the row becomes when the transaction has committed. */
    public Stable rolledForward() {
      return base.writtenBy(id, commitTimestamp);
    }

    /** What the row becomes when the transaction has aborted. */
    public Stable rolledBack() {
      return base.fenced();
    }

    public boolean isParallel() {
      return lead != null && lead.parallel();
    }

    /** What a primary becomes when its transaction has committed. */
    public Committed committed() {
      if (lead == null) {
        throw new IllegalStateException("only a primary tells of a commit");
      }
      return new Committed(id, commitTimestamp, lead.secondaries(), rolledForward().trail());
    }

    /** The same lock one beat later: other bytes, so that observers see that the owner lives. */
    public Prewritten nextBeat() {
      if (lead == null) {
        throw new IllegalStateException("only a primary beats");
      }
      Lead next = new Lead(lead.secondaries(), lead.parallel(), lead.beat() + 1);
      return new Prewritten(id, base, commitTimestamp, intent, primary, age, planned, next);
    }
  }

  /**
   * What a prewritten primary knows besides.
   *
   * @param secondaries the other rows written, each with its lock time before
   * @param parallel committed as soon as every prewrite holds
   */
  record Lead(List<RowReference> secondaries, boolean parallel, long beat) {}

  /**
   * A primary whose data is applied while secondaries may still be prewritten.
   *
   * @param trail who wrote the row before
   */
  record Committed(
      TransactionId id, long commitTimestamp, List<RowReference> secondaries, WriterTrail trail)
      implements RowLock {

    /** What the row becomes when every secondary has been rolled forward. */
    public Stable settled() {
      return new Stable(commitTimestamp, id, 0, trail);
    }

    /** The same with no longer a trail. */
    Committed within(TrailLimits limits) {
      WriterTrail kept = trail.within(limits, commitTimestamp);
      return new Committed(id, commitTimestamp, secondaries, kept);
    }
  }
}
