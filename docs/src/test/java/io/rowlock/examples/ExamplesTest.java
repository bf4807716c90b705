package io.rowlock.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the command says before any HBase is asked for. */
class ExamplesTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void withoutANameItListsTheExamples() {
    assertThat(execute()).isEqualTo(Examples.GOOD);
    assertThat(out.toString().lines()).hasSize(Example.ALL.size());
    assertThat(out.toString()).startsWith("transfer   money moves");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tranfer", "TRANSFER", "--quorum", "--quorum=nonsense", "order unique"})
  void whatMakesNoSenseIsAUsageError(String arguments) {
    assertThat(execute(arguments.split(" "))).isEqualTo(Examples.USAGE);
    assertThat(err.toString()).startsWith("example: ").contains("lists the examples");
    assertThat(out.toString()).isEmpty();
  }

  private int execute(String... arguments) {
    CommandLine command = Examples.commandLine(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(arguments);
  }
}
