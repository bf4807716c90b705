package io.rowlock.bench.tpcc.report;

/**
 * Something that the specification demands of a run.
 *
 * @param group such as {@code transaction percentage}
 * @param what such as {@code Payment}
 * @param measured what it was, in the unit of {@code bound}
 * @param bound for people, such as {@code >= 43.0 %}
 * @param lower of the interval in which the true value is with 99.7 %; the same as {@code measured}
 *     when nothing was sampled
 * @param upper see {@code lower}
 * @param samples that were taken
 * @param samplesNeeded to be sure that a right program is found right
 */
public record Constraint(
    String group,
    String what,
    double measured,
    String bound,
    double lower,
    double upper,
    long samples,
    long samplesNeeded,
    Verdict verdict) {

  /** Whether a constraint is met. */
  public enum Verdict {
    OK("[OK]"),
    NG("[NG]"),
    TOO_FEW("[n/a: too few]"),
    /** The constraint is none of this run, such as the one on remote rows with one warehouse. */
    NOT_APPLICABLE("[n/a]");

    private final String mark;

    Verdict(String mark) {
      this.mark = mark;
    }

    public String mark() {
      return mark;
    }
  }
}
