package io.rowlock.bench.micro.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ScaleCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--part rows,columns  | 'columns' is none of rows, delay, hot-row, locks",
        "--delay -1           | --delay must be 0 to 1000, not -1",
        "--rows 0             | --rows must be 1 to 1000, not 0",
        "--rows 1,2000        | --rows must be 1 to 1000, not 2000",
        "--hot-commits 9      | --hot-commits must be 100 to 10000000, not 9",
        "--time 0             | --time must be 1 to 3600, not 0",
        "--warmup -1          | --warmup must be 0 to 3600, not -1",
        "--rounds 0           | --rounds must be 1 to 1000, not 0",
        "--quorum localhost   | --quorum expects HOST:PORT",
      })
  void nonsenseIsAUsageErrorInOneSentence(String arguments, String message) {
    StringWriter err = new StringWriter();
    CommandLine commandLine = Bench.commandLine();
    commandLine.setErr(new PrintWriter(err));
    assertThat(commandLine.execute(("scale " + arguments).split(" "))).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(message).contains("Try 'bench scale --help'");
  }
}
