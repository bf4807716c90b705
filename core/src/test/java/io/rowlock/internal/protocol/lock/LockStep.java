package io.rowlock.internal.protocol.lock;

/** A step of the protocol on one row. */
public enum LockStep {
  /** The row is locked, by a transaction that commits or by one that escalates. */
  PREWRITE,
  /** The primary becomes COMMITTED, and names the other rows. */
  COMMIT_POINT,
  /**
   * Data and a stable lock, without a prewrite: the whole commit of a transaction that needs no
   * more.
   */
  WHOLE_COMMIT,
  /** A row of a committed transaction is settled. */
  ROLL_FORWARD,
  /** A row is rolled back or fenced, or its lock is removed. */
  RECOVERY
}
