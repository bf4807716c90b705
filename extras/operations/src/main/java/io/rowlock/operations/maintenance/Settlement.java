package io.rowlock.operations.maintenance;

/**
 * The result of settling a lock.
 *
 * @param detail an explanation for people, in one sentence
 */
public record Settlement(Kind kind, String detail) {

  /** The possible results. */
  public enum Kind {
    /** The lock was stable already. */
    STABLE,
    /** Its transaction is committed, and applied. */
    ROLLED_FORWARD,
    /** Its transaction is aborted. */
    ROLLED_BACK,
    /** Another client has settled the lock, and another transaction has written the row since. */
    GONE,
    /** Its owner is alive, or was until a moment ago. */
    STILL_HELD,
    /** The lock stays until a person acts. */
    CANNOT
  }
}
