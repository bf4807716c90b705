package io.rowlock.internal.protocol.recovery;

/**
 * What became of a lock that was to be settled.
 *
 * @param detail for people: why, in one sentence
 */
public record Settlement(Kind kind, String detail) {

  /** The ends it can come to. */
  public enum Kind {
    /** It was stable already. */
    STABLE,
    /** Its transaction is committed, and applied. */
    ROLLED_FORWARD,
    /** Its transaction is aborted. */
    ROLLED_BACK,
    /** Somebody else has settled it, and others have written the row since. */
    GONE,
    /** Its owner is alive, or was until a moment ago. */
    STILL_HELD,
    /** It will stay as it is until a person does something about it. */
    CANNOT
  }
}
