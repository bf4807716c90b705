package io.rowlock.bench.micro.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ContentionCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--threads 1          | --threads must be 2 to 10000, not 1",
        "--transfer-threads 0 | --transfer-threads must be 1 to 10000, not 0",
        "--clients 0          | --clients must be 1 to 100, not 0",
        "--rpc-delay -1       | --rpc-delay must be 0 to 10000, not -1",
        "--accounts 1         | --accounts must be 2 to 1000000, not 1",
        "--part all           | 'all' is none of counters, bank",
        "--time 0             | --time must be 1 to 3600, not 0",
        "--warmup -1          | --warmup must be 0 to 3600, not -1",
        "--rounds 0           | --rounds must be 1 to 1000, not 0",
        "--quorum localhost   | --quorum expects HOST:PORT",
        "--speed 9            | Unknown option",
      })
  void nonsenseIsAUsageErrorInOneSentence(String arguments, String message) {
    StringWriter err = new StringWriter();
    CommandLine commandLine = Bench.commandLine();
    commandLine.setErr(new PrintWriter(err));
    assertThat(commandLine.execute(("contention " + arguments).split(" ")))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(message).contains("Try 'bench contention --help'");
  }
}
