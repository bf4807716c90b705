package io.rowlock.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * What is known of one attempt of a conditional write.
 *
 * @param cause what went wrong, for {@link Kind#REJECTED} and {@link Kind#MAYBE_APPLIED}
 * @param isUnheard no region has heard of it, which proves that a {@link Kind#REJECTED} write was
 *     not applied
 * @param isBarred the region takes no write at all for now, as one that is read-only or out of
 *     space; it says so before it looks at a write
 */
public record WriteOutcome(
    Kind kind, @Nullable Throwable cause, boolean isUnheard, boolean isBarred) {

  /** The answers, by what the caller may conclude. */
  public enum Kind {
    /** The write was applied. */
    APPLIED,
    /**
     * The server answered "not equal". No proof that the write was not applied: an earlier delivery
     * of the same request may have been.
     */
    NOT_EQUAL,
    /**
     * Refused, and repeating it is of no use; nothing of it is under way any more. A server refuses
     * a write before it applies it; but a coprocessor of others can throw the same afterwards. So
     * it proves nothing where a wrong conclusion does harm, unless no region has heard of it.
     */
    REJECTED,
    /**
     * The rows do not share a region that takes such writes. This delivery has not been applied;
     * the next answer of {@link RowStore#regions} is another one. Only for region writes.
     */
    NOT_COLOCATED,
    /** No answer, or one that says nothing: it may have been applied, or may still be. */
    MAYBE_APPLIED
  }

  public static final WriteOutcome APPLIED = new WriteOutcome(Kind.APPLIED, null);
  public static final WriteOutcome NOT_EQUAL = new WriteOutcome(Kind.NOT_EQUAL, null);

  public static final WriteOutcome NOT_COLOCATED = new WriteOutcome(Kind.NOT_COLOCATED, null);

  public WriteOutcome(Kind kind, @Nullable Throwable cause) {
    this(kind, cause, false, false);
  }

  public static WriteOutcome rejected(Throwable cause) {
    return new WriteOutcome(Kind.REJECTED, cause);
  }

  /** Rejected, before any region has heard of it. */
  public static WriteOutcome unheard(Throwable cause) {
    return new WriteOutcome(Kind.REJECTED, cause, true, false);
  }

  /** Rejected by a region that takes no write at all. */
  public static WriteOutcome barred(Throwable cause) {
    return new WriteOutcome(Kind.REJECTED, cause, false, true);
  }

  public static WriteOutcome maybeApplied(Throwable cause) {
    return new WriteOutcome(Kind.MAYBE_APPLIED, cause);
  }

  public boolean isApplied() {
    return kind == Kind.APPLIED;
  }
}
