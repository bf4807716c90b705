package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a conflict besides its row.
 *
 * @param other the transaction that was in the way, null when that is not known
 * @param otherAge how long ago its first attempt had begun, by the clocks of two clients; null when
 *     that is not known
 * @param phase what was being done, null until that is known
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
    /** Other transactions won the race for the row repeatedly. */
    LOST_RACE
  }

  /**
   * Another transaction holds the row.
   *
   * @param age how long ago the holder's first attempt had begun
   */
  public static Conflict held(Prewritten holder, Duration age) {
    return new Conflict(Reason.HELD, holder.id(), age.isNegative() ? Duration.ZERO : age, null);
  }

  /**
   * Another transaction has written what was read.
   *
   * @param writer null when it is not known
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

  /** The same, met in that phase; asked of one that has none yet. */
  public Conflict in(Phase innermost) {
    return new Conflict(reason, other, otherAge, innermost);
  }

  /** What to add to a message, in parentheses; empty when there is nothing. */
  String details() {
    StringBuilder text = new StringBuilder();
    if (phase != null) {
      text.append("while ").append(phase);
    }
    if (other != null) {
      text.append(text.isEmpty() ? "" : "; ").append("the other is transaction ").append(other);
    }
    if (otherAge != null) {
      text.append(", begun ").append(otherAge.toMillis()).append(" ms before");
    }
    return text.isEmpty() ? "" : " (" + text + ")";
  }
}
