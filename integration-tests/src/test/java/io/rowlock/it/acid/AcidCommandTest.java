package io.rowlock.it.acid;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.it.TrialBench;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class AcidCommandTest {
  @ParameterizedTest
  @CsvSource({
    "--tests=consistency, 'consistency' is none of",
    "--layout=other, There is no layout 'other'",
    "--mode=other, 'other' is none of",
    "--mode=2pc, no stop points for 2pc",
    "--warehouses=1, --warehouses must be at least 2",
    "--time=0, --time",
    "--customers=5, customers must be from 30",
  })
  void wrongOptionsAreUsageErrors(String option, String message) {
    StringWriter err = new StringWriter();
    CommandLine bench = TrialBench.commandLine().setErr(new PrintWriter(err));
    assertThat(bench.execute("tpcc", "acid", option)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(message);
  }
}
