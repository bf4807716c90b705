package io.rowlock.bench.tpcc.acid;

/**
 * What one test has found: a line of the output.
 *
 * @param test such as {@code Isolation 3}
 * @param stop where T1 was stopped, if it was
 * @param place the layout
 * @param note what happened, or why it failed
 */
public record Finding(String test, String stop, String place, Verdict verdict, String note) {

  /** How it went. */
  public enum Verdict {
    PASSED,
    FAILED,
    /** The commit has no such stop point. */
    ABSENT
  }

  boolean isFailure() {
    return verdict == Verdict.FAILED;
  }

  @Override
  public String toString() {
    return "%s %s %s %s %s".formatted(test, stop, place, verdict, note);
  }
}
