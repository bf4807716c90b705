package io.rowlock.internal.protocol.commit;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction that waits for its turn at one row gets from the transaction before it: the
 * lock on the row, or the advice to let other processes come first. Thread-safe.
 */
public final class Inheritance {
  /** What it is after the turn has begun: too late to leave anything. */
  private static final Share TOO_LATE = new Share(null, false);

  private static final Share NOTHING = new Share(null, false);

  private final long age;
  private final AtomicReference<Share> share = new AtomicReference<>(NOTHING);

  /**
   * What was left.
   *
   * @param lock null for none
   * @param mustRest whether other processes come first
   */
  public record Share(@Nullable EscalationLock lock, boolean mustRest) {}

  /** Creates an empty one of a transaction of that age. */
  public Inheritance(long age) {
    this.age = age;
  }

  long age() {
    return age;
  }

  /** Leaves a lock; returns false if the transaction's turn has begun without it. */
  boolean leave(EscalationLock lock) {
    return share.compareAndSet(NOTHING, new Share(lock, false));
  }

  /** Lets other processes come first. */
  void leaveRest() {
    share.compareAndSet(NOTHING, new Share(null, true));
  }

  /** Returns what was left, when the turn begins. */
  public Share take() {
    return share.getAndSet(TOO_LATE);
  }
}
