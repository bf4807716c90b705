package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.measure.Environment;
import io.rowlock.bench.tpcc.acid.Finding.Verdict;
import io.rowlock.bench.tpcc.population.Scale;
import java.util.List;

/** {@code acid.json}: what the tests have found, and on what. */
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
}
