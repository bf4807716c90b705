package io.rowlock.internal.protocol.lock;

/** The phases of a transaction, from its beginning to its background work. */
public enum Phase {
  /** Reserves rows before the user's code runs: in the queue, and perhaps by a hold. */
  RESERVE("reserving rows before it ran"),
  /** Reads for the user's code. */
  READ("reading"),
  /** Waits in the queue of this process for the rows that it writes. */
  QUEUE("queueing for the rows it writes"),
  /** Fetches the locks that it does not know, and locks what it writes. */
  LOCK("locking what it writes"),
  /** Validates what was read. */
  VALIDATE("validating what it had read"),
  /** Sends the commit point, or finds out its outcome. */
  COMMIT("committing"),
  /** Applies what is committed to every row and removes the locks, in the background. */
  ROLL_FORWARD("rolling forward"),
  /** Removes the locks of an attempt that failed, in the background. */
  ROLL_BACK("rolling back");

  private final String description;

  Phase(String description) {
    this.description = description;
  }

  /** What the transaction was doing, for messages. */
  @Override
  public String toString() {
    return description;
  }
}
