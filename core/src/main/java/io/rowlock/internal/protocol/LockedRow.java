package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.RowLock.Stable;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.util.List;

/** A row as read, its lock decoded. */
record LockedRow(StoredRow stored, RowLock lock) {

  /**
   * Decodes the lock of a row.
   *
   * @throws ProtocolFailure when the lock cell does not hold a lock that Rowlock can have written
   */
  static LockedRow of(StoredRow stored) {
    StoredLock cell = stored.lock();
    if (cell == null) {
      return new LockedRow(stored, Stable.UNBORN);
    }
    RowLock lock = RowLockCodec.decode(stored.key(), cell.bytes());
    try {
      LockSanity.check(stored.key(), lock, cell.time());
    } catch (MalformedLockException e) {
      throw RowLockCodec.corrupt(stored.key(), cell.bytes(), e);
    }
    return new LockedRow(stored, lock);
  }

  /** What a row is right after a write. */
  static LockedRow after(ConditionalWrite write, RowLock lock) {
    return new LockedRow(new StoredRow(write.key(), List.of(), write.replacement()), lock);
  }

  /**
   * True when a vacuum may have taken this lock away before a transaction that committed at that
   * time found none: a server that has lost the row may still show it. No vacuum takes a lock that
   * somebody holds.
   */
  boolean mayBeVacuumedBefore(long commitTimestamp) {
    return stored.lock() != null && lock instanceof Stable && lockTime() < commitTimestamp;
  }

  /**
   * True when the row seems to be as it was before a transaction saw its lock at {@code expected}:
   * so shows it a stale server. Where none was seen, it may be the lock that a vacuum has taken
   * away before.
   */
  boolean isBefore(long expected, long commitTimestamp) {
    return lockTime() < expected || (expected == 0 && mayBeVacuumedBefore(commitTimestamp));
  }

  RowKey key() {
    return stored.key();
  }

  long lockTime() {
    return stored.lockTime();
  }
}
