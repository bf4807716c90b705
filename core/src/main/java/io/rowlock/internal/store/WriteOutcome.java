package io.rowlock.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * What one request for a conditional write has shown.
 *
 * @param cause the error, for {@link Kind#REJECTED} and {@link Kind#MAYBE_APPLIED}
 * @param isUnapplied whether it is proven that the write was not applied, and never will be by what
 *     was sent so far: no region has applied it, or "not equal" was the answer to its only delivery
 * @param isBarred whether the region takes no write at all for now, being read-only or out of
 *     space; it answers this before it examines a write
 */
public record WriteOutcome(
    Kind kind, @Nullable Throwable cause, boolean isUnapplied, boolean isBarred) {

  /** The answers, by what the caller may conclude. */
  public enum Kind {
    /** The write was applied. */
    APPLIED,
    /**
     * The server answered "not equal". Alone this does not prove that the write was not applied: an
     * earlier delivery of the same request may have been.
     */
    NOT_EQUAL,
    /**
     * Refused; repeating the write is useless, and no delivery of it is under way any more. A
     * server refuses a write before it applies it, but another coprocessor can throw the same error
     * afterwards. So a refusal proves nothing where a wrong conclusion does harm, unless surely no
     * region has applied the write.
     */
    REJECTED,
    /**
     * The rows are not in one region that takes such writes; the next answer of {@link
     * RowStore#regions} will differ. Another coprocessor can raise the same errors afterwards, so
     * this proves nothing. Only for region writes.
     */
    NOT_COLOCATED,
    /** No answer, or one that proves nothing: the write may have been applied, or may still be. */
    MAYBE_APPLIED
  }

  public static final WriteOutcome APPLIED = new WriteOutcome(Kind.APPLIED, null);
  public static final WriteOutcome NOT_EQUAL = new WriteOutcome(Kind.NOT_EQUAL, null);

  /** "Not equal", the answer to the only delivery. */
  public static final WriteOutcome TURNED_DOWN =
      new WriteOutcome(Kind.NOT_EQUAL, null, true, false);

  public static final WriteOutcome NOT_COLOCATED = new WriteOutcome(Kind.NOT_COLOCATED, null);

  public WriteOutcome(Kind kind, @Nullable Throwable cause) {
    this(kind, cause, false, false);
  }

  public static WriteOutcome rejected(Throwable cause) {
    return new WriteOutcome(Kind.REJECTED, cause);
  }

  /** Returns a rejection which proves that no region has applied the write. */
  public static WriteOutcome unapplied(Throwable cause) {
    return new WriteOutcome(Kind.REJECTED, cause, true, false);
  }

  /** Returns the rejection by a region that takes no write at all. */
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
