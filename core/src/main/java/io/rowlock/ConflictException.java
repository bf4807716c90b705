package io.rowlock;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Another transaction was in the way; this one was surely not committed. The caller may start it
 * again from its first read. {@link TransactionManager#call call} and {@link TransactionManager#run
 * run} do so by themselves, and throw this exception only when their {@link RetryPolicy} gives up,
 * with the failures of the last ten earlier attempts as {@linkplain #getSuppressed() suppressed},
 * the oldest first.
 *
 * <p>The message contains what the methods return: the row and its table, the phase of this
 * transaction, and the other transaction as far as it is known.
 */
public final class ConflictException extends NotCommittedException {

  private static final long serialVersionUID = 1L;

  /** The phase in which this transaction met the other one. */
  public enum Phase {
    /** It reserved rows before its code ran again, after earlier attempts had failed. */
    RESERVE,
    /** It read. */
    READ,
    /** It waited, or would have waited, in the queue of its own process. */
    QUEUE,
    /** It locked the rows to be written. */
    LOCK,
    /** It validated what it had read. */
    VALIDATE,
    /** It was at its commit point. */
    COMMIT
  }

  /** The way in which the other transaction was in the way. */
  public enum Reason {
    /** It held the row, and did not release it in time or had precedence. */
    HELD,
    /** It has written what this transaction has read. */
    WRITTEN,
    /**
     * It runs in the same process and is queued before this transaction for what this one has read.
     */
    QUEUED,
    /** It, or several transactions in turn, won the race for the row too often. */
    LOST_RACE
  }

  private final Phase phase;
  private final Reason reason;
  private final @Nullable String otherTransactionId;
  private final @Nullable Duration otherAge;

  ConflictException(
      TransactionLabel transaction, @Nullable RowKey row, String message, Conflict conflict) {
    super(transaction, row, message, null, false);
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

  /**
   * Returns the phase. A conflict that a read finds without a request counts as part of reading.
   */
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

  /** Returns the phase of this transaction. */
  public Phase phase() {
    return phase;
  }

  /** Returns how the other transaction was in the way. */
  public Reason reason() {
    return reason;
  }

  /** Returns the {@link Transaction#id() id} of the other transaction; empty if unknown. */
  public Optional<String> otherTransactionId() {
    return Optional.ofNullable(otherTransactionId);
  }

  /**
   * Returns how long ago the first attempt of the other transaction had begun, if it held the row;
   * empty if unknown. It is as exact as the clocks of the two clients agree.
   */
  public Optional<Duration> otherAge() {
    return Optional.ofNullable(otherAge);
  }
}
