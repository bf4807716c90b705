package io.rowlock.history;

import java.util.List;

/**
 * The steps and the outcome of one transaction. A retried one is a separate transaction for each
 * attempt.
 *
 * @param name shown in anomalies, unique
 * @param process that ran it; one process runs one transaction at a time
 * @param beginNanos before its first request
 * @param endNanos after its outcome was known; {@code Long.MAX_VALUE} if it never was
 */
public record HistoryTransaction(
    String name, int process, long beginNanos, long endNanos, Outcome outcome, List<Step> steps) {

  /** The outcome that the client got. */
  public enum Outcome {
    /** It has committed. */
    OK,
    /** It has surely not committed, and never will. */
    FAIL,
    /** It may have committed, or may do so later. */
    INFO
  }

  @Override
  public String toString() {
    return name;
  }
}
