package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a conditional write on one lock, from the bytes that it expects and those that it
 * writes. For modules that watch requests: they are outside this package, which contains the codec.
 *
 * @param transaction whose step it is; null if the lock does not show it
 */
public record LockChange(LockStep step, @Nullable TransactionId transaction) {

  private static final RowKey ANY_ROW = new RowKey(TableName.valueOf("any"), new byte[0]);

  /**
   * Returns the change of one row.
   *
   * @param expected empty if no lock is expected
   * @param written empty if the lock is deleted
   */
  public static LockChange of(byte[] expected, byte[] written) {
    if (written.length == 0) {
      return new LockChange(LockStep.RECOVERY, null);
    }
    RowLock after = RowLockCodec.decode(ANY_ROW, written);
    if (after instanceof Prewritten prewritten) {
      return new LockChange(LockStep.PREWRITE, prewritten.id());
    }
    if (after instanceof Committed committed) {
      return new LockChange(LockStep.COMMIT_POINT, committed.id());
    }
    Stable stable = (Stable) after;
    return stable.fence() > 0
        ? new LockChange(LockStep.RECOVERY, null)
        : new LockChange(settling(expected, stable), stable.writer());
  }

  private static LockStep settling(byte[] expected, Stable after) {
    if (expected.length == 0) {
      return LockStep.WHOLE_COMMIT;
    }
    RowLock before = RowLockCodec.decode(ANY_ROW, expected);
    if (before instanceof Committed committed) {
      return committed.id().equals(after.writer()) ? LockStep.ROLL_FORWARD : LockStep.WHOLE_COMMIT;
    }
    boolean isOwnSecondary =
        before instanceof Prewritten prewritten
            && prewritten.id().equals(after.writer())
            && !prewritten.isPrimary();
    return isOwnSecondary ? LockStep.ROLL_FORWARD : LockStep.WHOLE_COMMIT;
  }
}
