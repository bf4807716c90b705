package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.StoredLock;
import java.util.SplittableRandom;

/** Timestamps so high that they are accepted, but leave no room for transactions. */
public final class HighTimes {

  private HighTimes() {}

  /** Draws a timestamp above the highest possible commit timestamp. */
  public static long draw(SplittableRandom dice) {
    return LockPlausibility.HIGHEST_COMMIT + 1 + dice.nextLong(1_000);
  }

  /** Returns the lock of a row whose version leaves no room. */
  public static StoredLock ofVersion(long lockTime, SplittableRandom dice) {
    return stable(draw(dice), lockTime, dice);
  }

  /** Returns the lock of a row whose lock time leaves no room. */
  public static StoredLock ofLockTime(long version, SplittableRandom dice) {
    return stable(version, draw(dice), dice);
  }

  private static StoredLock stable(long version, long lockTime, SplittableRandom dice) {
    Stable lock = new Stable(version, TransactionId.fresh(dice::nextLong), 0, WriterTrail.EMPTY);
    return new StoredLock(RowLockCodec.encode(lock), lockTime);
  }
}
