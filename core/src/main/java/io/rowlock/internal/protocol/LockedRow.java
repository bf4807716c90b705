package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;

/** A row as read, its lock decoded. */
record LockedRow(StoredRow stored, RowLock lock) {

  /**
   * Decodes the lock of a row.
   *
   * @throws ProtocolFailure when the lock cell does not hold a lock
   */
  static LockedRow of(StoredRow stored) {
    StoredLock lock = stored.lock();
    return new LockedRow(
        stored, lock == null ? Stable.UNBORN : RowLockCodec.decode(stored.key(), lock.bytes()));
  }

  RowKey key() {
    return stored.key();
  }

  long lockTime() {
    return stored.lockTime();
  }
}
