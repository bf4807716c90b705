package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.List;

/** A row as read, its lock decoded. */
public record LockedRow(StoredRow stored, RowLock lock) {

  /**
   * A vacuum's horizon is an hour at least, and the clocks of two clients are at most twenty
   * minutes apart: what was vacuumed before a plan is older than that, and what was written after
   * it is not.
   */
  private static final long VACUUMED_MILLIS = Duration.ofMinutes(30).toMillis();

  /**
   * Decodes the lock of a row.
   *
   * @throws ProtocolFailure when the lock cell does not hold a lock that Rowlock can have written
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

  /** What a row is right after a write. */
  public static LockedRow after(ConditionalWrite write, RowLock lock) {
    return new LockedRow(new StoredRow(write.key(), List.of(), write.replacement()), lock);
  }

  /**
   * True when a vacuum may have taken this lock, or one that followed it, away before a transaction
   * that found none was planned: a server that has lost the row may still show it.
   *
   * <p>A vacuum requires lock time and version to be older than its horizon, and so were those of
   * every earlier lock of the row, held ones included. The lock time is compared with the clock at
   * the planning, as the commit timestamp runs ahead with the versions that were read: even the
   * transaction's own lock may lie below it. Should clocks be further apart than is allowed, the
   * version still tells: a row that the transaction has written never shows a lower one again.
   *
   * @param planned the clock of the transaction's client when it froze
   */
  public boolean mayBeVacuumedBefore(long planned, long commitTimestamp) {
    return stored.lock() != null
        && lockTime() < planned - VACUUMED_MILLIS
        && lock.decidedPart().version() < commitTimestamp;
  }

  /**
   * True when the row seems to be as it was before a transaction saw its lock at {@code expected},
   * which is what a stale server shows. Where none was seen, it may be a lock that a vacuum has
   * taken away before.
   */
  public boolean isBefore(long expected, long planned, long commitTimestamp) {
    return lockTime() < expected
        || (expected == 0 && mayBeVacuumedBefore(planned, commitTimestamp));
  }

  public RowKey key() {
    return stored.key();
  }

  public long lockTime() {
    return stored.lockTime();
  }
}
