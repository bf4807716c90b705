package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Everything known about a conflict except its row.
 *
 * @param other the transaction that was in the way, null if unknown
 * @param otherAge how long before the conflict its first attempt had begun, by the clocks of two
 *     clients; null if unknown
 * @param phase the phase in which the conflict occurred, null until that is known
 */
public record Conflict(
    Reason reason,
    @Nullable TransactionId other,
    @Nullable Duration otherAge,
    @Nullable Phase phase) {

  /** Why a transaction cannot go on. */
  public enum Reason {
    /** Another transaction holds the row. */
    HELD,
    /** Another transaction has written what this one has read. */
    WRITTEN,
    /** Other transactions of this process are queued for what this one has read. */
    QUEUED,
    /** Another transaction won the race for the row, too often to try again. */
    LOST_RACE
  }

  /**
   * Returns the conflict with a transaction that holds the row.
   *
   * @param age how long ago the holder's first attempt had begun
   */
  public static Conflict held(Prewritten holder, Duration age) {
    return new Conflict(Reason.HELD, holder.id(), age.isNegative() ? Duration.ZERO : age, null);
  }

  /**
   * Returns the conflict with a transaction that has written what was read.
   *
   * @param writer null if unknown
   */
  public static Conflict written(@Nullable TransactionId writer) {
    return new Conflict(Reason.WRITTEN, writer, null, null);
  }

  public static Conflict queued() {
    return new Conflict(Reason.QUEUED, null, null, null);
  }

  public static Conflict lostRace(LostRaceException lost) {
    return new Conflict(Reason.LOST_RACE, lost.winner(), null, null);
  }

  /**
   * Returns the same conflict with the phase in which it occurred. The caller must not ask this of
   * a conflict that has a phase.
   */
  public Conflict in(Phase innermost) {
    return new Conflict(reason, other, otherAge, innermost);
  }

  /** Returns an addition to a message, in parentheses; empty if nothing is known. */
  String details() {
    StringBuilder text = new StringBuilder();
    if (phase != null) {
      text.append("while ").append(phase);
    }
    if (other != null) {
      text.append(text.length() == 0 ? "" : "; ").append("the other is transaction ").append(other);
    }
    if (otherAge != null) {
      text.append(", begun ").append(otherAge.toMillis()).append(" ms before");
    }
    return text.length() == 0 ? "" : " (" + text + ")";
  }
}
