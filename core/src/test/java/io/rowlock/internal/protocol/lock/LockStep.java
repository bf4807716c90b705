package io.rowlock.internal.protocol.lock;

/** A step of the protocol that one row takes. */
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
  RECOVERY
}
