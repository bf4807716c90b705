package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.RowKey;
import org.apache.hadoop.hbase.TableName;

/**
 * The content of a lock cell, for integration tests, which cannot access the codec of this package.
 *
 * @param primary for a prewritten lock: whether its row decides the transaction
 * @param version of the row after the lock is removed, whatever the outcome of its transaction
 */
public record DecodedLock(State state, boolean primary, long version) {

  /** The states of section 2 of the protocol. */
  public enum State {
    STABLE,
    PREWRITTEN,
    COMMITTED
  }

  /** Decodes the value of a lock cell. */
  public static DecodedLock of(TableName table, byte[] row, byte[] value) {
    RowLock lock = RowLockCodec.decode(new RowKey(table, row), value);
    long version = lock.decidedPart().version();
    if (lock instanceof Prewritten prewritten) {
      return new DecodedLock(State.PREWRITTEN, prewritten.isPrimary(), version);
    }
    return new DecodedLock(
        lock instanceof Committed ? State.COMMITTED : State.STABLE, false, version);
  }
}
