package io.rowlock.it.acid;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.it.acid.AcidResult.Finding.Verdict;
import java.util.List;

/** The content of {@code acid.json}: the findings of the tests and their environment. */
public record AcidResult(
    String mode, Scale scale, long seed, Environment environment, List<Finding> findings) {

  public long passed() {
    return count(Verdict.PASSED);
  }

  public long failed() {
    return count(Verdict.FAILED);
  }

  public long absent() {
    return count(Verdict.ABSENT);
  }

  private long count(Verdict verdict) {
    return findings.stream().filter(finding -> finding.verdict() == verdict).count();
  }

  String summary() {
    return "SUMMARY passed=%d failed=%d absent=%d".formatted(passed(), failed(), absent());
  }

  /**
   * The result of one test, a line of the output: such as {@code Isolation 3}, the stop point of
   * T1, the layout, and what happened or why it failed.
   */
  public record Finding(String test, String stop, String place, Verdict verdict, String note) {

    /** The outcome of a test. */
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
}
