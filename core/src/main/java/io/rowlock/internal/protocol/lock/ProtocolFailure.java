package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The one failure that internals report, sorted by what the caller may do about it. The public API
 * turns it into its own exceptions; everything else that reaches it is an error of the store.
 */
public final class ProtocolFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What the caller may conclude. */
  public enum Kind {
    /** Surely not committed; another transaction was in the way. Start again. */
    CONFLICT,
    /** Committed or not, nobody knows yet. Never to be repeated blindly. */
    OUTCOME_UNKNOWN,
    /** A lock cell does not hold a lock. Surely not committed; needs a person. */
    CORRUPT_LOCK,
    /** The request can never succeed as it is. Surely not committed. */
    ILLEGAL,
    /** The transaction takes no more requests. Says nothing about whether it is committed. */
    ENDED,
    /** The store failed. Surely not committed. */
    STORE,
    /** Its time was up before its commit could take effect. Surely not committed. */
    TIMEOUT
  }

  private static final String DISCARD =
      "remove it with LockTools.discard or 'hbase io.rowlock.tools.Rowlock discard'";

  private static final String TURNED_DOWN =
      ": the server turned every try down, although the row is as it was read. Run the transaction"
          + " again; if that goes on, look at the server's log, and for programs other than Rowlock"
          + " that write the row";

  private final Kind kind;
  private final transient @Nullable RowKey row;
  private final String why;
  private final boolean advises;
  private final transient @Nullable Conflict conflict;

  private ProtocolFailure(
      Kind kind, @Nullable RowKey row, String message, @Nullable Throwable cause) {
    this(kind, row, message, message, cause, true);
  }

  private ProtocolFailure(
      Kind kind,
      @Nullable RowKey row,
      String message,
      String why,
      @Nullable Throwable cause,
      boolean advises) {
    super(message, cause);
    this.kind = kind;
    this.row = row;
    this.why = why;
    this.advises = advises;
    this.conflict = null;
  }

  private ProtocolFailure(@Nullable RowKey row, String why, Conflict conflict) {
    super(why + ": " + row + conflict.details());
    this.kind = Kind.CONFLICT;
    this.row = row;
    this.why = why;
    this.advises = true;
    this.conflict = conflict;
  }

  public static ProtocolFailure conflict(RowKey row, String why, Conflict conflict) {
    return new ProtocolFailure(row, why, conflict);
  }

  public static ProtocolFailure outcomeUnknown(
      RowKey primary, String why, @Nullable Throwable cause) {
    return new ProtocolFailure(
        Kind.OUTCOME_UNKNOWN, primary, why + "; the primary is " + primary, cause);
  }

  /** Of a transaction whose commit nobody waits for any more. */
  public static ProtocolFailure outcomeUnknown(String message) {
    return new ProtocolFailure(Kind.OUTCOME_UNKNOWN, null, message, null);
  }

  public static ProtocolFailure timeout(String message) {
    return new ProtocolFailure(Kind.TIMEOUT, null, message, null);
  }

  public static ProtocolFailure corruptLock(RowKey row, String why) {
    return corruptLock(row, why, null);
  }

  public static ProtocolFailure corruptLock(RowKey row, String why, @Nullable Throwable cause) {
    String message = "The lock cell of %s is of no use: %s. Once you know how that came about, %s";
    return new ProtocolFailure(
        Kind.CORRUPT_LOCK, row, message.formatted(row, why, DISCARD), why, cause, true);
  }

  public static ProtocolFailure illegal(@Nullable RowKey row, String message) {
    return new ProtocolFailure(Kind.ILLEGAL, row, message, null);
  }

  public static ProtocolFailure ended(String message) {
    return new ProtocolFailure(Kind.ENDED, null, message, null);
  }

  /** Something that neither time nor another try mends; the message ends with another way out. */
  public static ProtocolFailure deadEnd(RowKey row, String message, @Nullable Throwable cause) {
    return advice(
        row,
        message
            + ", or give it up with LockTools.discard ('hbase io.rowlock.tools.Rowlock discard')",
        cause);
  }

  /** A failure of the store whose message says what to do about it. */
  public static ProtocolFailure advice(RowKey row, String message, @Nullable Throwable cause) {
    return new ProtocolFailure(Kind.STORE, row, message, cause);
  }

  public static ProtocolFailure store(
      @Nullable RowKey row, String message, @Nullable Throwable cause) {
    return new ProtocolFailure(Kind.STORE, row, message, message, cause, false);
  }

  /**
   * A write was refused for a reason, or turned down at every try with the row as it expects it.
   *
   * @param attempt what has failed, the row left out
   */
  public static ProtocolFailure refused(RowKey row, String attempt, @Nullable Throwable cause) {
    return store(row, attempt + " " + row + (cause == null ? TURNED_DOWN : ""), cause);
  }

  /**
   * Of a commit that surely has not taken effect and never will: what promises that by itself stays
   * what it is, and what nobody foresaw becomes the cause of a failure that does.
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

  /** False when what to do depends on the cause, of which the message says nothing. */
  public boolean advises() {
    return advises;
  }

  /** The message for those who know which row it is about, and what the ways out are. */
  public String why() {
    return why;
  }

  public Kind kind() {
    return kind;
  }

  /**
   * What to call any failure where failures are counted: few names, and none that tells of rows.
   */
  public static String nameOf(Throwable failure) {
    if (failure instanceof ProtocolFailure known) {
      return known.kind.name().toLowerCase(Locale.ROOT);
    }
    return failure instanceof LostRaceException ? "lost_race" : failure.getClass().getName();
  }

  /** The row it happened at, null when it is about no single row. */
  public @Nullable RowKey row() {
    return row;
  }

  public boolean isConflict() {
    return kind == Kind.CONFLICT;
  }

  /** What is known of a conflict; null for anything else. */
  public @Nullable Conflict conflict() {
    return conflict;
  }

  /** The same, telling what was being done; itself unless that is news. */
  ProtocolFailure in(Phase phase) {
    if (conflict == null || conflict.phase() != null) {
      return this;
    }
    ProtocolFailure told = new ProtocolFailure(row, why, conflict.in(phase));
    told.setStackTrace(getStackTrace());
    return told;
  }
}
