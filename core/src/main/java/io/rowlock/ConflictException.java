package io.rowlock;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Another transaction was in the way; this one was surely not committed. Start it again from its
 * first read: {@link TransactionManager#call call} and {@link TransactionManager#run run} do so by
 * themselves and throw this only when their {@link RetryPolicy} gives up, with the failures of the
 * newest ten of the earlier attempts as {@linkplain #getSuppressed() suppressed}, the oldest first.
 *
 * <p>The message names what the methods tell: the row and its table, what this transaction was
 * doing, and the other one as far as it is known.
 */
public final class ConflictException extends NotCommittedException {

  private static final long serialVersionUID = 1L;

  /** What the transaction was doing when it met the other one. */
  public enum Phase {
    /** It reserved rows before its code ran again, after earlier attempts had failed. */
    RESERVE,
    /** It read. */
    READ,
    /** It waited, or was to wait, in the queue of its own process. */
    QUEUE,
    /** It locked the rows that it was to write. */
    LOCK,
    /** It validated what it had read. */
    VALIDATE,
    /** It was at its commit point. */
    COMMIT
  }

  /** How the other transaction was in the way. */
  public enum Reason {
    /** It held the row, and did not release it in time or had precedence. */
    HELD,
    /** It has written what this transaction had read. */
    WRITTEN,
    /** It runs in the same process and is queued before this one for what this one had read. */
    QUEUED,
    /** It, or one transaction after the other, won the race for the row repeatedly. */
    LOST_RACE
  }

  private final Phase phase;
  private final Reason reason;
  private final @Nullable String otherTransactionId;
  private final @Nullable Duration otherAge;

  ConflictException(
      TransactionLabel transaction, @Nullable RowKey row, String message, Conflict conflict) {
    super(transaction, row, message, null);
    this.phase = phase(conflict);
    this.reason =
        switch (conflict.reason()) {
          case HELD -> Reason.HELD;
          case WRITTEN -> Reason.WRITTEN;
          case QUEUED -> Reason.QUEUED;
          case LOST_RACE -> Reason.LOST_RACE;
        };
    this.otherTransactionId = conflict.other() == null ? null : conflict.other().toString();
    this.otherAge = conflict.otherAge();
  }

  /** Conflicts that reads find without a request are part of reading. */
  private static Phase phase(Conflict conflict) {
    if (conflict.phase() == null) {
      return Phase.READ;
    }
    return switch (conflict.phase()) {
      case RESERVE -> Phase.RESERVE;
      case READ -> Phase.READ;
      case QUEUE -> Phase.QUEUE;
      case LOCK -> Phase.LOCK;
      case VALIDATE -> Phase.VALIDATE;
      case COMMIT, ROLL_FORWARD, ROLL_BACK -> Phase.COMMIT;
    };
  }

  /** What this transaction was doing. */
  public Phase phase() {
    return phase;
  }

  /** How the other one was in the way. */
  public Reason reason() {
    return reason;
  }

  /** The {@link Transaction#id() id} of the other transaction; empty when it is not known. */
  public Optional<String> otherTransactionId() {
    return Optional.ofNullable(otherTransactionId);
  }

  /**
   * How long ago the first attempt of the other transaction had begun, when it held the row; empty
   * when that is not known. As exact as the clocks of the two clients agree.
   */
  public Optional<Duration> otherAge() {
    return Optional.ofNullable(otherAge);
  }
}
