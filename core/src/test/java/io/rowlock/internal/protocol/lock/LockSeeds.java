package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Old locks for rows. */
public final class LockSeeds {

  private LockSeeds() {}

  /**
   * Draws the fence of a row that was never written, as older versions wrote it, or the lock of a
   * last writer.
   */
  public static StoredLock draw(long before, SplittableRandom dice) {
    long lockTime = before + dice.nextInt(1000);
    Stable fence = Stable.UNBORN.fencedAt(dice.nextBoolean() ? 1 : lockTime);
    Stable written =
        new Stable(before, TransactionId.fresh(dice::nextLong), 0, Stable.UNBORN.trail());
    return new StoredLock(RowLockCodec.encode(dice.nextBoolean() ? fence : written), lockTime);
  }

  /** Returns whether a transaction has left the lock, and not a fence. */
  public static boolean hasWriter(RowKey key, StoredLock lock) {
    return RowLockCodec.decode(key, lock.bytes()).decidedPart().writer() != null;
  }

  /**
   * Returns a lock as the same transaction has left it in another row: equal but for its lock time.
   */
  public static StoredLock alongside(StoredLock lock, SplittableRandom dice) {
    return new StoredLock(lock.bytes(), lock.time() + dice.nextInt(1000));
  }

  /**
   * Draws a lock that the row may have had before that one, which a stale server may still show.
   *
   * @param rows those of the transaction that has left the lock, its primary first
   */
  public static StoredLock before(
      RowKey key, StoredLock lock, List<RowKey> rows, SplittableRandom dice) {
    Stable after = (Stable) RowLockCodec.decode(key, lock.bytes());
    TransactionId writer = after.writer();
    if (writer == null) {
      return encoded(
          primary(TransactionId.fresh(dice::nextLong), lock.time() - 1, List.of(key)), lock);
    }
    if (!key.equals(rows.get(0))) {
      return encoded(secondary(writer, after.version(), rows.get(0)), lock);
    }
    RowLock before =
        dice.nextBoolean()
            ? new Committed(writer, after.version(), secondaries(rows), after.trail())
            : primary(writer, after.version(), rows);
    return encoded(before, lock);
  }

  private static StoredLock encoded(RowLock before, StoredLock lock) {
    return new StoredLock(RowLockCodec.encode(before), lock.time() - 1);
  }

  private static Prewritten primary(TransactionId id, long at, List<RowKey> rows) {
    Lead lead = new Lead(secondaries(rows), 0);
    return prewritten(id, at, rows.get(0), lead);
  }

  private static Prewritten secondary(TransactionId id, long at, RowKey primary) {
    return prewritten(id, at, primary, null);
  }

  private static Prewritten prewritten(
      TransactionId id, long at, RowKey primary, @Nullable Lead lead) {
    RowReference reference = new RowReference(primary, 0);
    return new Prewritten(id, Stable.UNBORN, at, Intent.EMPTY, reference, at, at, lead);
  }

  private static List<RowReference> secondaries(List<RowKey> rows) {
    return rows.stream().skip(1).map(row -> new RowReference(row, 0)).toList();
  }

  /**
   * Draws the lock of a writer whose clock differs from the present time, or that had read what
   * such a writer wrote. Version and lock time need not be near each other.
   */
  public static StoredLock draw(long floor, long now, long apart, SplittableRandom dice) {
    long version = Math.max(floor + 2, now + dice.nextLong(-apart, apart + 1));
    long lockTime = Math.max(floor + 1, now + dice.nextLong(-apart, apart + 1));
    Stable written = Stable.UNBORN.writtenBy(TransactionId.fresh(dice::nextLong), version);
    Stable lock = dice.nextInt(4) == 0 ? written.fencedAt(lockTime) : written;
    return new StoredLock(RowLockCodec.encode(lock), lockTime);
  }
}
