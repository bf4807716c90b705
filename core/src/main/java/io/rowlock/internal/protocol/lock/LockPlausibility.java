package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import java.util.List;

/**
 * What a lock that can be read has to fulfil besides, in the row where it was found. One that does
 * not was never written by Rowlock, and to act on it could carry its damage to other rows: versions
 * and lock times only grow, and those of a row are passed on to what is written with it.
 *
 * <p>Floors of tables end at half of the range of timestamps, commits at {@link #HIGHEST_COMMIT},
 * what is believed at {@link #HIGHEST}: nothing that Rowlock writes, however long it counts on from
 * a value it believed, is ever taken for damaged.
 */
public final class LockPlausibility {

  /** Above this no transaction commits, nor writes a row whose lock time is above it. */
  public static final long HIGHEST_COMMIT = Long.MAX_VALUE / 8 * 5;

  /** Above this a timestamp is taken for damage. */
  public static final long HIGHEST = Long.MAX_VALUE / 4 * 3;

  private LockPlausibility() {}

  /**
   * @param lockTime of the cell
   */
  static void check(RowKey row, RowLock lock, long lockTime) {
    require(lockTime > 0, "the timestamp of its cell is " + lockTime);
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
    require(!lock.isPrimary() || namesItself, "a primary, it names " + lock.primary().key());
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
    require(timestamp <= HIGHEST, what + ", " + timestamp + ", leaves no room for later ones");
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new MalformedLockException(otherwise);
    }
  }
}
