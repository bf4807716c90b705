package io.rowlock.bench.ablation;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class AblationCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--mechanism handover | No mechanism is named 'handover'",
        "--part all           | 'all' is none of profile, transfer, contention, tpcc, inserts, growth",
        "--turns 0            | --turns must be 1 to 100, not 0",
        "--servers 0          | --servers must be 1 to 9, not 0",
        "--time 0             | --time must be 1 to 3600, not 0",
        "--speed 9            | Unknown option",
      })
  void nonsenseIsAUsageErrorInOneSentence(String arguments, String message) {
    StringWriter err = new StringWriter();
    CommandLine commandLine = Bench.commandLine();
    commandLine.setErr(new PrintWriter(err));
    assertThat(commandLine.execute(("ablation " + arguments).split(" ")))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(message).contains("Try 'bench ablation --help'");
  }
}
