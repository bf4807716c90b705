package io.rowlock.bench.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.check.CheckResult.CheckLine;
import io.rowlock.operations.LockResolution;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckResultTest {
  private static final CheckLine PASSED = new CheckLine(Condition.C6, 1, 30_000, 0, 0, List.of());
  private static final CheckLine VACUOUS = new CheckLine(Condition.C3, 1, 10, 10, 0, List.of());
  private static final CheckLine FAILED =
      new CheckLine(Condition.E4, 0, 1, 0, 1, List.of("ORDERS(1, 2, 3)"));

  @Test
  void says() {
    CheckResult result =
        result(Map.of(LockResolution.Outcome.ROLLED_BACK, 2L), PASSED, VACUOUS, FAILED);
    assertThat(result.isPassed()).isFalse();
    assertThat(result.text())
        .containsExactly(
            "Locks left over: {ROLLED_BACK=2}",
            "Check 3.3.2.6 W=1 PASSED rows=30000 vacuous=0",
            "Check 3.3.2.3 W=1 PASSED rows=10 vacuous=10",
            "Check E4 W=all FAILED rows=1 vacuous=0 broken=1",
            "  broken: all W_YTD together are all C_YTD_PAYMENT together",
            "  ORDERS(1, 2, 3)",
            "SUMMARY passed=2 failed=1 vacuous=1");
  }

  @Test
  void passes() {
    CheckResult result = result(Map.of(), PASSED);
    assertThat(result.isPassed()).isTrue();
    assertThat(result.text()).first().isEqualTo("Locks left over: none");
  }

  @Test
  void namesTenKeysAtMost() {
    Findings findings = new Findings();
    for (int i = 0; i < 25; i++) {
      findings.check(Condition.C7, 1, false, "key " + i);
    }
    assertThat(findings.lines())
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.broken()).isEqualTo(25);
              assertThat(line.keys()).hasSize(10);
            });
  }

  private static CheckResult result(Map<LockResolution.Outcome, Long> settled, CheckLine... lines) {
    return new CheckResult("normalized", "1 warehouse", settled, null, List.of(lines));
  }
}
