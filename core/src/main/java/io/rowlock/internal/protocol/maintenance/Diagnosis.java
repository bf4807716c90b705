package io.rowlock.internal.protocol.maintenance;

import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * What can be done about a lock, found out without touching it.
 *
 * @param explanation for people: what is the matter, and the way out; one or two sentences
 * @param loss for people: what is lost when the lock is discarded; empty when nothing is
 * @param culprit the row that is in the way, when it is another one
 */
public record Diagnosis(Kind kind, String explanation, String loss, @Nullable RowKey culprit) {

  /** What is the matter with it. */
  public enum Kind {
    /** Nothing: nobody holds the row. */
    STABLE,
    /** Readers settle it, at the latest a lease after its owner has died. */
    RESOLVABLE,
    /** It cannot be settled before the lock of another row is. */
    BLOCKED,
    /** Written by a newer version of Rowlock. */
    NEWER_VERSION,
    /** The bytes are no lock, or one that Rowlock never writes. */
    NOT_OURS,
    /** The row that decides cannot exist any more. */
    PRIMARY_GONE,
    /** Committed, but the table has lost a family that it writes to. */
    FAMILY_GONE,
    /** A primary, committed or of a parallel commit, of which other rows cannot exist any more. */
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

  /** All there is to say, for somebody who wanted the lock settled. */
  String advice() {
    return isDiscardable() ? explanation + "; lost by discarding it: " + loss : explanation;
  }

  /** True when readers alone will not settle it. */
  boolean needsAPerson() {
    return kind != Kind.STABLE && kind != Kind.RESOLVABLE;
  }

  /** True when a person may give the lock up: no reader can settle it. */
  public boolean isDiscardable() {
    return switch (kind) {
      case NOT_OURS, PRIMARY_GONE, FAMILY_GONE, SECONDARIES_GONE -> true;
      case STABLE, RESOLVABLE, BLOCKED, NEWER_VERSION -> false;
    };
  }
}
