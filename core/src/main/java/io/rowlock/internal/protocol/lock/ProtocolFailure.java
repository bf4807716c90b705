package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The only failure that internal classes report, with a kind for each conclusion that the caller
 * may draw. The public API turns it into its own exceptions; any other failure that reaches the API
 * is an error of the store.
 */
public final class ProtocolFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What the caller may conclude. */
  public enum Kind {
    /**
     * Surely not committed: another transaction was in the way. The transaction may start again.
     */
    CONFLICT,
    /** Committed or not: this is not known. The caller must not simply repeat the transaction. */
    OUTCOME_UNKNOWN,
    /** A lock cell does not contain a lock. Surely not committed; a person must act. */
    CORRUPT_LOCK,
    /** The request can never succeed as it is. Surely not committed. */
    ILLEGAL,
    /** The transaction takes no more requests. This does not show whether it is committed. */
    ENDED,
    /** The store failed. Surely not committed. */
    STORE,
    /** The time limit passed before the commit could take effect. Surely not committed. */
    TIMEOUT
  }

  private static final String DISCARD =
      "remove it with LockTools.discard or 'hbase io.rowlock.tools.Rowlock discard'";

  private static final String TURNED_DOWN =
      ": the server turned every try down, although the row is unchanged. Run the transaction"
          + " again; if this continues, check the server's log, and look for programs other than"
          + " Rowlock that write the row";

  private final Kind kind;
  private final transient @Nullable RowKey row;
  private final String why;
  private final boolean advises;
  private final transient @Nullable Conflict conflict;

  private ProtocolFailure(
      Kind kind, @Nullable RowKey row, String message, @Nullable Throwable cause) {
    this(kind, row, message, message, cause, true, null);
  }

  private ProtocolFailure(
      Kind kind,
      @Nullable RowKey row,
      String message,
      String why,
      @Nullable Throwable cause,
      boolean advises,
      @Nullable Conflict conflict) {
    super(message, cause);
    this.kind = kind;
    this.row = row;
    this.why = why;
    this.advises = advises;
    this.conflict = conflict;
  }

  public static ProtocolFailure conflict(@Nullable RowKey row, String why, Conflict conflict) {
    String message = why + ": " + row + conflict.details();
    return new ProtocolFailure(Kind.CONFLICT, row, message, why, null, true, conflict);
  }

  /**
   * Returns the failure of a commit that may have taken effect; the cause if it states so itself.
   */
  public static ProtocolFailure outcomeUnknown(
      RowKey primary, String why, @Nullable Throwable cause) {
    return outcomeUnknown(cause, primary, why + "; the primary is " + primary);
  }

  /**
   * Returns the failure of commits that may have taken effect; the cause if it states so itself.
   */
  public static ProtocolFailure outcomeUnknown(String why, @Nullable Throwable cause) {
    return outcomeUnknown(cause, null, why);
  }

  private static ProtocolFailure outcomeUnknown(
      @Nullable Throwable cause, @Nullable RowKey row, String message) {
    return cause instanceof ProtocolFailure known && known.kind == Kind.OUTCOME_UNKNOWN
        ? known
        : new ProtocolFailure(Kind.OUTCOME_UNKNOWN, row, message, cause);
  }

  public static ProtocolFailure timeout(String message) {
    return new ProtocolFailure(Kind.TIMEOUT, null, message, null);
  }

  public static ProtocolFailure corruptLock(RowKey row, String why) {
    return corruptLock(row, why, null);
  }

  public static ProtocolFailure corruptLock(RowKey row, String why, @Nullable Throwable cause) {
    String message = "The lock cell of %s is unusable: %s. After finding the cause, %s";
    return new ProtocolFailure(
        Kind.CORRUPT_LOCK, row, message.formatted(row, why, DISCARD), why, cause, true, null);
  }

  public static ProtocolFailure illegal(@Nullable RowKey row, String message) {
    return illegal(row, message, null);
  }

  public static ProtocolFailure illegal(
      @Nullable RowKey row, String message, @Nullable Throwable cause) {
    return new ProtocolFailure(Kind.ILLEGAL, row, message, cause);
  }

  public static ProtocolFailure ended(String message) {
    return new ProtocolFailure(Kind.ENDED, null, message, null);
  }

  /**
   * Returns a failure that neither time nor a retry removes; its message ends with another way out.
   */
  public static ProtocolFailure deadEnd(RowKey row, String message, @Nullable Throwable cause) {
    String wayOut =
        ", or discard the lock with LockTools.discard ('hbase io.rowlock.tools.Rowlock discard')";
    return advice(row, message + wayOut, cause);
  }

  /** Returns a failure of the store whose message contains the way out. */
  public static ProtocolFailure advice(RowKey row, String message, @Nullable Throwable cause) {
    return new ProtocolFailure(Kind.STORE, row, message, cause);
  }

  public static ProtocolFailure store(
      @Nullable RowKey row, String message, @Nullable Throwable cause) {
    return new ProtocolFailure(Kind.STORE, row, message, message, cause, false, null);
  }

  /**
   * Returns the failure of a write that was refused for a reason, or turned down at every try
   * although the row is as expected.
   *
   * @param attempt the part of the message that names the failed action, without the row
   */
  public static ProtocolFailure refused(RowKey row, String attempt, @Nullable Throwable cause) {
    return store(row, attempt + " " + row + (cause == null ? TURNED_DOWN : ""), cause);
  }

  /**
   * Returns the failure of a commit that surely has not taken effect and never will. A failure
   * whose kind guarantees this is returned unchanged; any other becomes the cause of one whose kind
   * does.
   */
  public static Throwable beforeCommit(Throwable failure) {
    boolean promises =
        failure instanceof ProtocolFailure
            || failure instanceof LostRaceException
            || failure instanceof IOException;
    return promises
        ? failure
        : store(null, "The commit broke off before it could take effect: " + failure, failure);
  }

  /** Returns false if the way out depends on the cause, which the message does not contain. */
  public boolean advises() {
    return advises;
  }

  /** Returns the message for readers that already know the row and the ways out. */
  public String why() {
    return why;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the name of a failure for counters: there are few names, and none reveals a row. */
  public static String nameOf(Throwable failure) {
    if (failure instanceof ProtocolFailure known) {
      return known.kind.name().toLowerCase(Locale.ROOT);
    }
    return failure instanceof LostRaceException ? "lost_race" : failure.getClass().getName();
  }

  /** Returns the row where the failure occurred, null if it concerns no single row. */
  public @Nullable RowKey row() {
    return row;
  }

  public boolean isConflict() {
    return kind == Kind.CONFLICT;
  }

  /** Returns the details of a conflict; null for any other failure. */
  public @Nullable Conflict conflict() {
    return conflict;
  }

  /** Returns the same failure with the phase in which it occurred; itself if it has a phase. */
  ProtocolFailure in(Phase phase) {
    if (conflict == null || conflict.phase() != null) {
      return this;
    }
    ProtocolFailure inPhase = conflict(row, why, conflict.in(phase));
    inPhase.setStackTrace(getStackTrace());
    return inPhase;
  }
}
