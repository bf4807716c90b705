package io.rowlock.admin;

/**
 * What became of a lock that {@link LockTools#resolve} has met.
 *
 * @param lock as it was met
 * @param outcome how it ended
 * @param detail why, in one sentence
 */
public record LockResolution(LockInfo lock, Outcome outcome, String detail) {

  /** The ends it can come to. */
  public enum Outcome {
    /** Its transaction is committed, and its writes are in place. */
    ROLLED_FORWARD,
    /** Its transaction is aborted: nothing of it is left here. */
    ROLLED_BACK,
    /** Others were faster, and have written the row since: which of the two, no longer shows. */
    GONE,
    /** Its owner is alive, or was until a moment ago. Nothing was done; try again later. */
    STILL_HELD,
    /** It stays as it is until a person does something about it; the detail says what. */
    CANNOT
  }

  /** True when the lock is gone. */
  public boolean isSettled() {
    return outcome != Outcome.STILL_HELD && outcome != Outcome.CANNOT;
  }
}
