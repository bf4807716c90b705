package io.rowlock.operations;

/**
 * The result for a lock that {@link LockTools#resolve} has met.
 *
 * @param lock as it was met
 * @param outcome the result
 * @param detail an explanation in one sentence
 */
public record LockResolution(LockInfo lock, Outcome outcome, String detail) {

  /** The possible results. */
  public enum Outcome {
    /** Its transaction is committed, and its writes are applied. */
    ROLLED_FORWARD,
    /** Its transaction is aborted; none of its writes is left here. */
    ROLLED_BACK,
    /**
     * Another client has settled the lock, and the row has been written since. Whether it was
     * rolled forward or back is not visible any more.
     */
    GONE,
    /** Its owner is alive, or was until a moment ago. Nothing was done; try again later. */
    STILL_HELD,
    /** The lock stays until a person acts; the detail contains the necessary action. */
    CANNOT
  }

  /** Returns whether the lock is settled. */
  public boolean isSettled() {
    return outcome != Outcome.STILL_HELD && outcome != Outcome.CANNOT;
  }
}
