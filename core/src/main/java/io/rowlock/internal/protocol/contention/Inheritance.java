package io.rowlock.internal.protocol.contention;

import org.jspecify.annotations.Nullable;

/**
 * What a transaction that waits for its turn at one row gets from the transaction before it: the
 * hold on the row, or the advice to let other processes come first. Thread-safe.
 */
final class Inheritance {

  private final long age;
  private boolean hasBegun;
  private boolean mustRest;
  private @Nullable EscalationLock lock;

  /** Creates an empty one of a transaction of that age. */
  Inheritance(long age) {
    this.age = age;
  }

  long age() {
    return age;
  }

  /** Leaves a hold; returns false if the transaction's turn has begun without it. */
  synchronized boolean leave(EscalationLock left) {
    if (hasBegun) {
      return false;
    }
    lock = left;
    return true;
  }

  synchronized boolean hasLock() {
    return lock != null;
  }

  /** Lets other processes come first. */
  synchronized void leaveRest() {
    mustRest = true;
  }

  /** Begins the turn; returns the hold that was left, null for none. */
  synchronized @Nullable EscalationLock begin() {
    hasBegun = true;
    return lock;
  }

  synchronized boolean mustRest() {
    return mustRest;
  }
}
