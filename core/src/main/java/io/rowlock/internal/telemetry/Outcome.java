package io.rowlock.internal.telemetry;

/** The outcome of an attempt. */
public enum Outcome {
  /** Committed forever. */
  COMMITTED,
  /** Another transaction was in the way. */
  CONFLICT,
  /** Committed or not: this is not known. */
  UNKNOWN,
  /** Not committed, because the store failed or the request was refused. */
  FAILED,
  /** Rolled back, because the user's code requested it or failed. */
  ROLLED_BACK
}
