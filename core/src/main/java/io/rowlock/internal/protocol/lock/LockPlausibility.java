package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.lock.MalformedLockException.require;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import java.util.List;

/**
 * Checks conditions on a lock that the codec does not check, because they depend on the row in
 * which it was found. Rowlock never writes a lock that breaks one of them. To act on such a lock
 * could spread its damage to other rows: versions and lock times only grow, and those of one row
 * determine what is written to the others of its transaction.
 *
 * <p>The floors of tables end at half of the range of timestamps, commits at {@link
 * #HIGHEST_COMMIT}, accepted values at {@link #HIGHEST}. So no value that Rowlock writes is treated
 * as damage, however far it grows from an accepted value.
 */
public final class LockPlausibility {

  /** The highest commit timestamp; a row with a higher lock time is not written either. */
  public static final long HIGHEST_COMMIT = Long.MAX_VALUE / 8 * 5;

  /** The highest accepted timestamp; a higher one is treated as damage. */
  public static final long HIGHEST = Long.MAX_VALUE / 4 * 3;

  private LockPlausibility() {}

  /**
   * Checks the lock of a row.
   *
   * @param lockTime of the cell
   */
  static void check(RowKey row, RowLock lock, long lockTime) {
    if (lockTime <= 0) {
      throw new MalformedLockException("the timestamp of its cell is " + lockTime);
    }
    checkTimestamp(lockTime, "the timestamp of its cell");
    checkStable(lock.decidedPart());
    if (lock instanceof Prewritten prewritten) {
      checkPrewritten(row, prewritten);
    } else if (lock instanceof Committed committed) {
      checkReferences(committed.secondaries());
    }
  }

  private static void checkStable(Stable stable) {
    checkTimestamp(stable.version(), "its version");
    checkTimestamp(stable.fence(), "its fence");
  }

  private static void checkPrewritten(RowKey row, Prewritten lock) {
    checkTimestamp(lock.commitTimestamp(), "its commit timestamp");
    checkReferences(List.of(lock.primary()));
    boolean namesItself = lock.primary().key().equals(row);
    require(lock.isPrimary() || !namesItself, "a secondary, it names itself as its primary");
    if (lock.isPrimary() && !namesItself) {
      throw new MalformedLockException("a primary, it names " + lock.primary().key());
    }
    if (lock.lead() != null) {
      checkReferences(lock.lead().secondaries());
    }
    for (byte[] family : lock.intent().familyNames()) {
      require(family.length > 0 && family.length <= Byte.MAX_VALUE, "it writes to no family");
      require(!LockColumn.isFamily(family), "it writes to the lock family");
    }
  }

  private static void checkReferences(List<RowReference> references) {
    for (RowReference reference : references) {
      require(reference.key().row().length <= Short.MAX_VALUE, "it names a row too long for HBase");
      checkTimestamp(reference.lockTime(), "the lock time of another row in it");
    }
  }

  private static void checkTimestamp(long timestamp, String what) {
    if (timestamp > HIGHEST) {
      throw new MalformedLockException(what + ", " + timestamp + ", leaves no room for later ones");
    }
  }
}
