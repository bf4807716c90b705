package io.rowlock.internal.protocol.lock;

/** What a transaction is at, from its beginning to what is left to do once it is over. */
public enum Phase {
  /** Takes its turn at rows, and perhaps locks on them, before the user's code runs. */
  CLAIM("taking rows before it ran"),
  /** Reads for the user's code. */
  READ("reading"),
  /** Waits until the transactions of this process that came before have written its rows. */
  TURN("waiting for its turn to write"),
  /** Fetches the locks that it does not know, and locks what it writes. */
  LOCK("locking what it writes"),
  /** Looks whether what was read is still so. */
  VALIDATE("validating what it had read"),
  /** Takes the commit point, or finds out what became of it. */
  COMMIT("committing"),
  /** Applies what is committed to every row and takes the locks away, in the background. */
  ROLL_FORWARD("rolling forward"),
  /** Takes back the locks of an attempt that failed, in the background. */
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
