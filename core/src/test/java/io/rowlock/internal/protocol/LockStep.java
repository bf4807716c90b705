package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.RowLock.Committed;
import io.rowlock.internal.protocol.RowLock.Prewritten;
import io.rowlock.internal.protocol.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import org.apache.hadoop.hbase.TableName;

/**
 * What a conditional write does in the protocol, told from the lock that it expects and the one
 * that it writes. For modules that watch requests: they live outside this package, where the codec
 * is.
 */
public enum LockStep {
  /** A row is locked, by a transaction that commits or by one that takes its rows beforehand. */
  PREWRITE,
  /** The primary tells that its transaction has committed, and names the other rows. */
  COMMIT_POINT,
  /** Data and its settled lock, without a prewrite: all of a transaction that needs no more. */
  WHOLE_COMMIT,
  /** A row of a committed transaction is settled. */
  ROLL_FORWARD,
  /** A row is rolled back or fenced, or its lock is taken away. */
  RECOVERY;

  private static final RowKey ANY_ROW = new RowKey(TableName.valueOf("any"), new byte[0]);

  /**
   * The step that one row takes.
   *
   * @param expected empty when no lock is to be there
   * @param written empty when the lock is deleted
   */
  public static LockStep of(byte[] expected, byte[] written) {
    if (written.length == 0) {
      return RECOVERY;
    }
    RowLock after = RowLockCodec.decode(ANY_ROW, written);
    if (after instanceof Stable stable) {
      return stable.fence() > 0 ? RECOVERY : settling(expected, stable);
    }
    return after instanceof Committed ? COMMIT_POINT : PREWRITE;
  }

  private static LockStep settling(byte[] expected, Stable after) {
    if (expected.length == 0) {
      return WHOLE_COMMIT;
    }
    RowLock before = RowLockCodec.decode(ANY_ROW, expected);
    if (before instanceof Committed committed) {
      return committed.id().equals(after.writer()) ? ROLL_FORWARD : WHOLE_COMMIT;
    }
    boolean isOwnSecondary =
        before instanceof Prewritten prewritten
            && prewritten.id().equals(after.writer())
            && !prewritten.isPrimary();
    return isOwnSecondary ? ROLL_FORWARD : WHOLE_COMMIT;
  }
}
