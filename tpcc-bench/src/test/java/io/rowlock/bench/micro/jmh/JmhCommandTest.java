package io.rowlock.bench.micro.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class JmhCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NoSuch             | No benchmark is named so: [NoSuch]",
        "-f many Client     | JMH: Cannot parse argument 'many'",
        "--quorum localhost | --quorum expects HOST:PORT",
      })
  void nonsenseIsAUsageErrorInOneSentence(String arguments, String message) {
    assertThat(execute(arguments)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(message).contains("Try 'bench jmh --help'");
  }

  @Test
  void listsBenchmarks() {
    assertThat(execute("-l HBase")).isEqualTo(ExitStatus.GOOD);
    assertThat(out.toString().lines())
        .containsExactlyInAnyOrder(
            HBaseLockColumnBenchmark.class.getName() + ".read",
            HBaseLockColumnBenchmark.class.getName() + ".write");
  }

  private int execute(String arguments) {
    CommandLine commandLine = Bench.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    return commandLine.execute(("jmh " + arguments).split(" "));
  }
}
