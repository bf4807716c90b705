package io.rowlock.internal.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended.
 *
 * @param failure what the user's code sees, null when it sees none
 * @param phase of a conflict, else null
 * @param reason of a conflict, else null
 */
public record AttemptEnd(
    Outcome outcome,
    @Nullable Throwable failure,
    @Nullable Enum<?> phase,
    @Nullable Enum<?> reason) {

  /** Of an attempt without a conflict. */
  public static AttemptEnd of(Outcome outcome, @Nullable Throwable failure) {
    return new AttemptEnd(outcome, failure, null, null);
  }
}
