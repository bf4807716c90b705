package io.rowlock.internal.protocol.lock;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state in a row's lock cell (protocol, section 2). Immutable. */
public sealed interface RowLock {

  /**
   * Returns the state without the undecided write: the base of a prewritten lock, and for a
   * committed one the state that it will become.
   */
  default Stable decidedPart() {
    if (this instanceof Prewritten prewritten) {
      return prewritten.base();
    }
    return this instanceof Committed committed ? committed.settled() : (Stable) this;
  }

  /** Returns whether the transaction holds the row and may still be undecided. */
  default boolean isHeldBy(@Nullable TransactionId id) {
    return heldBy(id) != null;
  }

  /** Returns this lock if the transaction holds the row, null otherwise. */
  default @Nullable Prewritten heldBy(@Nullable TransactionId id) {
    return this instanceof Prewritten held && held.id().equals(id) ? held : null;
  }

  /** Returns whether this is the primary of the transaction, which is committed. */
  default boolean isCommittedBy(TransactionId id) {
    return this instanceof Committed committed && committed.id().equals(id);
  }

  /** Returns whether the transaction is known to have written the row. */
  default boolean hasTraceOf(TransactionId id) {
    return decidedPart().hasTraceOf(id);
  }

  /**
   * No transaction is writing the row.
   *
   * @param version commit timestamp of the last transaction that wrote the row, 0 if none did
   * @param writer the last transaction that wrote the row, null if unknown
   * @param fence 0 if no client has fenced the row since; otherwise unique among the fences of the
   *     row, so that no byte string comes twice
   * @param trail the earlier writers of the row
   */
  record Stable(long version, @Nullable TransactionId writer, long fence, WriterTrail trail)
      implements RowLock {

    /** The state of a row without a lock cell. */
    public static final Stable UNBORN = new Stable(0, null, 0, WriterTrail.EMPTY);

    /**
     * Returns the same state, in bytes that the row has never had: {@link LockWrites} ensures this.
     */
    public Stable fenced() {
      return new Stable(version, writer, fence + 1, trail);
    }

    /** Returns the same fence as it is written: a lock time is used once. */
    public Stable fencedAt(long lockTime) {
      return new Stable(version, writer, lockTime, trail);
    }

    /** Returns the state after the transaction has committed a write to the row. */
    public Stable writtenBy(TransactionId id, long commitTimestamp) {
      return new Stable(commitTimestamp, id, 0, trail.before(version, writer));
    }

    /** Returns the same state with the trail shortened to the limits. */
    public Stable within(TrailLimits limits) {
      return new Stable(version, writer, fence, trail.within(limits, version));
    }

    @Override
    public boolean hasTraceOf(TransactionId id) {
      return id.equals(writer) || trail.names(id);
    }

    /**
     * Returns whether a transaction may have committed at that timestamp: the row's last one, one
     * that the trail names, or one before those.
     */
    public boolean mayHaveWritten(long timestamp) {
      return timestamp == version || (timestamp < version && !trail.excludes(timestamp));
    }

    /**
     * Returns whether a transaction that committed at {@code commitTimestamp} would have left a
     * trace, so that the absence of one proves that it has not committed.
     */
    public boolean wouldShow(long commitTimestamp) {
      return version <= commitTimestamp || trail.reachesBackTo(commitTimestamp);
    }
  }

  /**
   * A transaction that may not be decided yet writes the row.
   *
   * @param base the state before, which a roll-back restores
   * @param commitTimestamp at which the intent will be applied
   * @param primary the row that decides, and its lock time before this transaction's first write to
   *     it
   * @param age milliseconds since the epoch of the transaction's first attempt; the older
   *     transaction waits
   * @param planned milliseconds since the epoch, by its client's clock, when this attempt was
   *     planned; unlike the commit timestamp it never runs ahead
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

    /** Returns the state of the row if the transaction has committed. */
    public Stable rolledForward() {
      return base.writtenBy(id, commitTimestamp);
    }

    /** Returns the state of the row if the transaction has aborted: its base, fenced. */
    public Stable rolledBack() {
      return base.fenced();
    }

    /**
     * Returns the same lock one beat later: other bytes, which show observers that the owner is
     * alive.
     */
    public Prewritten nextBeat() {
      if (lead == null) {
        throw new IllegalStateException("only a primary has a heartbeat");
      }
      Lead next = new Lead(lead.secondaries(), lead.beat() + 1);
      return new Prewritten(id, base, commitTimestamp, intent, primary, age, planned, next);
    }
  }

  /**
   * The additional fields of a prewritten primary.
   *
   * @param secondaries the other written rows, each with its lock time before
   */
  record Lead(List<RowReference> secondaries, long beat) {}

  /**
   * A primary whose writes are applied while secondaries may still be prewritten.
   *
   * @param trail the earlier writers of the row
   */
  record Committed(
      TransactionId id, long commitTimestamp, List<RowReference> secondaries, WriterTrail trail)
      implements RowLock {

    /** Returns the state after every secondary has been rolled forward. */
    public Stable settled() {
      return new Stable(commitTimestamp, id, 0, trail);
    }

    /** Returns the same state with the trail shortened to the limits. */
    Committed within(TrailLimits limits) {
      WriterTrail kept = trail.within(limits, commitTimestamp);
      return new Committed(id, commitTimestamp, secondaries, kept);
    }
  }
}
