package io.rowlock.internal.telemetry;

/** What became of an attempt at a transaction. */
public enum Outcome {
  /** Committed for ever. */
  COMMITTED,
  /** Another transaction was in the way. */
  CONFLICT,
  /** Committed or not, nobody knows. */
  UNKNOWN,
  /** Not committed, by a failure of the store or of what was asked. */
  FAILED,
  /** Taken back, because the user's code said so or failed. */
  ROLLED_BACK
}
