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

  /** What a transaction was doing when it met the other one. */
  public enum Phase {
    /** It took rows before its code ran again, after earlier attempts had failed. */
    CLAIM,
    /** It read. */
    READ,
    /** It waited, or was to wait, for its turn among the transactions of its own process. */
    TURN,
    /** It locked the rows that it was to write. */
    LOCK,
    /** It looked whether what it had read was still so. */
    VALIDATE,
    /** It was at its commit point. */
    COMMIT
  }

  /** In which way the other transaction was in the way. */
  public enum Reason {
    /** It held the row, and did not let go of it in time or had the right of way. */
    HELD,
    /** It has written what this transaction had read. */
    WRITTEN,
    /** It runs in the same process and comes first to what this transaction had read. */
    QUEUED,
    /** It, or one after the other, was faster time and again. */
    OUTRUN
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
          case OUTRUN -> Reason.OUTRUN;
        };
    this.otherTransactionId = conflict.other() == null ? null : conflict.other().toString();
    this.otherAge = conflict.otherAge();
  }

  /** What reads notice without asking anybody is part of reading. */
  private static Phase phase(Conflict conflict) {
    if (conflict.phase() == null) {
      return Phase.READ;
    }
    return switch (conflict.phase()) {
      case CLAIM -> Phase.CLAIM;
      case READ -> Phase.READ;
      case TURN -> Phase.TURN;
      case LOCK -> Phase.LOCK;
      case VALIDATE -> Phase.VALIDATE;
      case COMMIT, ROLL_FORWARD, ROLL_BACK -> Phase.COMMIT;
    };
  }

  /** What this transaction was doing. */
  public Phase phase() {
    return phase;
  }

  /** In which way the other one was in the way. */
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
