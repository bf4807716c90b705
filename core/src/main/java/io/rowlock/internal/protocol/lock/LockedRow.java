package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row as read, with its lock decoded. */
public record LockedRow(StoredRow stored, RowLock lock) {

  /**
   * A transaction that expects no lock treats a lock as removed by a vacuum if it is older than its
   * plan by this margin. A vacuum removes only locks that are older than its horizon by the same
   * margin, and no client's clock is behind by the horizon. So every clock shows the removed lock,
   * and those before it, as older. The clocks of two clients are at most twenty minutes apart, so
   * what was written after the plan is not.
   */
  public static final long VACUUMED_MILLIS = Duration.ofMinutes(30).toMillis();

  /**
   * Decodes the lock of a row.
   *
   * @throws ProtocolFailure if the lock cell does not contain a lock that Rowlock can have written
   */
  public static LockedRow of(StoredRow stored) {
    StoredLock cell = stored.lock();
    if (cell == null) {
      return new LockedRow(stored, Stable.UNBORN);
    }
    RowLock lock = RowLockCodec.decode(stored.key(), cell.bytes());
    try {
      LockPlausibility.check(stored.key(), lock, cell.time());
    } catch (MalformedLockException e) {
      throw RowLockCodec.corrupt(stored.key(), cell.bytes(), e);
    }
    return new LockedRow(stored, lock);
  }

  /** Returns the state of a row right after a write. */
  public static LockedRow after(ConditionalWrite write, RowLock lock) {
    return new LockedRow(new StoredRow(write.key(), List.of(), write.replacement()), lock);
  }

  /**
   * Returns whether a vacuum may have removed this lock, or a later one of the row, before the
   * planning of a transaction that found none: a server that has lost the row may still show it.
   *
   * <p>A vacuum requires that lock time and version are older than its horizon. Those of every
   * earlier lock of the row are older, too, held locks included. The lock time is compared with the
   * clock at the planning, because the commit timestamp runs ahead with the versions that were
   * read: even the transaction's own lock time may be below it. If clocks are further apart than
   * allowed, the version still protects: a row that the transaction has written never shows a lower
   * one again.
   *
   * @param planned the clock of the transaction's client when it made the plan
   */
  public boolean mayBeVacuumedBefore(long planned, long commitTimestamp) {
    return stored.lock() != null
        && lockTime() < planned - VACUUMED_MILLIS
        && lock.decidedPart().version() < commitTimestamp;
  }

  /**
   * Returns whether the row seems to be in a state from before a transaction saw its lock at {@code
   * expected}, which is what a stale server shows. If the transaction saw no lock, this may be a
   * lock that a vacuum has removed before.
   */
  public boolean isBefore(long expected, long planned, long commitTimestamp) {
    return lockTime() < expected
        || (expected == 0 && mayBeVacuumedBefore(planned, commitTimestamp));
  }

  /** Returns whether the row has exactly this lock, at the same time. */
  public boolean hasLock(@Nullable StoredLock expected) {
    return Objects.equals(stored.lock(), expected);
  }

  /** Returns whether the transaction holds the row and may still be undecided. */
  public boolean isHeldBy(@Nullable TransactionId id) {
    return lock.isHeldBy(id);
  }

  /** Returns whether this is the primary of the transaction, which is committed. */
  public boolean isCommittedBy(TransactionId id) {
    return lock.isCommittedBy(id);
  }

  /** Returns whether the transaction is known to have written the row. */
  public boolean hasTraceOf(TransactionId id) {
    return lock.hasTraceOf(id);
  }

  public RowKey key() {
    return stored.key();
  }

  public long lockTime() {
    return stored.lockTime();
  }
}
