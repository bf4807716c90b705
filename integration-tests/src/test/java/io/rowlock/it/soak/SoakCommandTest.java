package io.rowlock.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.it.TrialBench;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SoakCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--hours 0            | --hours must be more than 0 and at most 1000, not 0.0",
        "--hours two          | 'two' is not a double",
        "--check-every -1     | --check-every must be more than 0 and at most 60000, not -1.0",
        "--vacuum-every 0     | --vacuum-every must be more than 0 and at most 60000, not 0.0",
        "--strike-every -1    | --strike-every must be 0 to 86400, not -1",
        "--sample-every 0     | --sample-every must be 1 to 3600, not 0",
        "--clients 0          | --clients must be 1 to 20, not 0",
        "--threads 0          | --threads must be 1 to 100, not 0",
        "--rate 0             | --rate must be more than 0 and at most 100000, not 0.0",
        "--warehouses 0       | --warehouses must be 1 to 100, not 0",
        "--region-servers 10  | --region-servers must be 1 to 9, not 10",
        "--conf /no/such      | --conf: there is no readable hbase-site.xml in /no/such",
        "--layout wide        | --layout: There is no layout 'wide'",
        "30                   | Unmatched argument",
      })
  void nonsenseIsAUsageErrorInOneSentence(String arguments, String message) {
    StringWriter err = new StringWriter();
    CommandLine commandLine = TrialBench.commandLine();
    commandLine.setErr(new PrintWriter(err));
    assertThat(commandLine.execute(("soak " + arguments).split(" "))).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(message).contains("Try 'bench soak --help'");
  }
}
