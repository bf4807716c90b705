package io.rowlock.operations.maintenance;

import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * What can be done about a lock, found without changing it.
 *
 * @param explanation for people: the problem and the way out, in one or two sentences
 * @param loss for people: what is lost if the lock is discarded; empty if nothing is
 * @param culprit the row that is in the way, if it is another one
 */
public record Diagnosis(Kind kind, String explanation, String loss, @Nullable RowKey culprit) {

  /** The kinds of problems. */
  public enum Kind {
    /** No problem: no transaction holds the row. */
    STABLE,
    /** Readers settle it, at the latest a lease after its owner has died. */
    RESOLVABLE,
    /** The lock cannot be settled before the lock of another row is. */
    BLOCKED,
    /** Written by a newer version of Rowlock. */
    NEWER_VERSION,
    /** The bytes are no lock, or one that Rowlock never writes. */
    NOT_OURS,
    /** The row that decides cannot exist any more. */
    PRIMARY_GONE,
    /** The transaction is committed, but the table has lost a family that it writes to. */
    FAMILY_GONE,
    /** The lock is a committed primary, and some of its other rows cannot exist any more. */
    SECONDARIES_GONE
  }

  static Diagnosis of(Kind kind, String explanation) {
    return new Diagnosis(kind, explanation, "", null);
  }

  static Diagnosis blockedBy(RowKey culprit, String why) {
    String explanation = why + ": settle or discard the lock of " + culprit + " first";
    return new Diagnosis(Kind.BLOCKED, explanation, "", culprit);
  }

  static Diagnosis discardable(Kind kind, String explanation, String loss) {
    return new Diagnosis(kind, explanation, loss, null);
  }

  /** Returns the whole explanation, for a person that requested the settlement of the lock. */
  public String advice() {
    return isDiscardable() ? explanation + "; lost by discarding it: " + loss : explanation;
  }

  /** Returns whether readers alone will not settle the lock. */
  public boolean needsAPerson() {
    return kind != Kind.STABLE && kind != Kind.RESOLVABLE;
  }

  /** Returns whether a person may discard the lock: no reader can settle it. */
  public boolean isDiscardable() {
    return switch (kind) {
      case NOT_OURS, PRIMARY_GONE, FAMILY_GONE, SECONDARIES_GONE -> true;
      case STABLE, RESOLVABLE, BLOCKED, NEWER_VERSION -> false;
    };
  }
}
