package io.rowlock.internal.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * The end of an attempt.
 *
 * @param failure that the user's code gets, null if it gets none
 * @param phase of a conflict, else null
 * @param reason of a conflict, else null
 */
public record AttemptEnd(
    Outcome outcome,
    @Nullable Throwable failure,
    @Nullable Enum<?> phase,
    @Nullable Enum<?> reason) {

  /** Creates the end of an attempt without a conflict. */
  public static AttemptEnd of(Outcome outcome, @Nullable Throwable failure) {
    return new AttemptEnd(outcome, failure, null, null);
  }
}
