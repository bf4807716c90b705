package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import java.util.List;
import java.util.random.RandomGenerator;

/** Old locks for rows. */
public final class LockSeeds {

  private LockSeeds() {}

  /**
   * Draws the fence of a row that was never written, as older versions wrote it, or the lock of a
   * last writer.
   */
  public static StoredLock draw(long before, RandomGenerator dice) {
    long lockTime = before + dice.nextInt(1000);
    Stable fence = Stable.UNBORN.fencedAt(dice.nextBoolean() ? 1 : lockTime);
    Stable written = new Stable(before, TransactionId.fresh(dice), 0, Stable.UNBORN.trail());
    return new StoredLock(RowLockCodec.encode(dice.nextBoolean() ? fence : written), lockTime);
  }

  /** Returns whether a transaction has left the lock, and not a fence. */
  public static boolean hasWriter(RowKey key, StoredLock lock) {
    return RowLockCodec.decode(key, lock.bytes()).decidedPart().writer() != null;
  }

  /**
   * Returns a lock as the same transaction has left it in another row: equal but for its lock time.
   */
  public static StoredLock alongside(StoredLock lock, RandomGenerator dice) {
    return new StoredLock(lock.bytes(), lock.time() + dice.nextInt(1000));
  }

  /**
   * Draws a lock that the row may have had before that one, which a stale server may still show.
   *
   * @param others rows that the same transaction may have written
   */
  public static StoredLock before(
      RowKey key, StoredLock lock, List<RowKey> others, RandomGenerator dice) {
    Stable after = (Stable) RowLockCodec.decode(key, lock.bytes());
    TransactionId writer = after.writer();
    if (writer != null && !others.isEmpty() && dice.nextBoolean()) {
      return encoded(secondary(others.get(dice.nextInt(others.size())), writer, after), lock);
    }
    RowLock before =
        writer != null && dice.nextBoolean()
            ? new Committed(writer, after.version(), List.of(), after.trail())
            : held(key, writer != null ? writer : TransactionId.fresh(dice), lock.time() - 1);
    return encoded(before, lock);
  }

  private static StoredLock encoded(RowLock before, StoredLock lock) {
    return new StoredLock(RowLockCodec.encode(before), lock.time() - 1);
  }

  private static Prewritten secondary(RowKey primary, TransactionId id, Stable after) {
    long at = after.version();
    RowReference reference = new RowReference(primary, 0);
    return new Prewritten(id, Stable.UNBORN, at, Intent.EMPTY, reference, at, at, null);
  }

  private static Prewritten held(RowKey key, TransactionId id, long at) {
    RowReference primary = new RowReference(key, 0);
    Lead lead = new Lead(List.of(), false, 0);
    return new Prewritten(id, Stable.UNBORN, at, Intent.EMPTY, primary, at, at, lead);
  }

  /**
   * Draws the lock of a writer whose clock differs from the present time, or that had read what
   * such a writer wrote. Version and lock time need not be near each other.
   */
  public static StoredLock draw(long floor, long now, long apart, RandomGenerator dice) {
    long version = Math.max(floor + 2, now + dice.nextLong(-apart, apart + 1));
    long lockTime = Math.max(floor + 1, now + dice.nextLong(-apart, apart + 1));
    Stable written = Stable.UNBORN.writtenBy(TransactionId.fresh(dice), version);
    Stable lock = dice.nextInt(4) == 0 ? written.fencedAt(lockTime) : written;
    return new StoredLock(RowLockCodec.encode(lock), lockTime);
  }
}
