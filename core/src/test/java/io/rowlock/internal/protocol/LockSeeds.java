package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.RowLock.Stable;
import io.rowlock.internal.store.StoredLock;
import java.util.random.RandomGenerator;

/** Locks that were left in rows long ago. */
public final class LockSeeds {

  private LockSeeds() {}

  /** A fence over a row that nobody ever wrote, as they once were, or the lock of a last writer. */
  public static StoredLock draw(long before, RandomGenerator dice) {
    long lockTime = before + dice.nextInt(1000);
    Stable fence = Stable.UNBORN.fencedAt(dice.nextBoolean() ? 1 : lockTime);
    Stable written = new Stable(before, TransactionId.fresh(dice), 0, Stable.UNBORN.trail());
    return new StoredLock(RowLockCodec.encode(dice.nextBoolean() ? fence : written), lockTime);
  }

  /**
   * The lock of a writer whose clock was apart from the one that says now, or who had read what
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
