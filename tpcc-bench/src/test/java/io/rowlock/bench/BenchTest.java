package io.rowlock.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.ExitStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void helpIsGoodAndNamesTheExitStatuses() {
    assertThat(execute("--help")).isEqualTo(ExitStatus.GOOD);
    assertThat(out.toString()).contains("Usage: bench").contains("a check failed");
    assertThat(err.toString()).isEmpty();
  }

  /** The list of commands shows the first line of a description only. */
  @Test
  void helpDescribesEveryCommandInWholeSentences() {
    Bench.commandLine()
        .getSubcommands()
        .forEach(
            (name, command) ->
                assertThat(command.getCommandSpec().usageMessage().description()[0])
                    .as(name)
                    .endsWith("."));
  }

  @Test
  void versionIsGood() {
    assertThat(execute("--version")).isEqualTo(ExitStatus.GOOD);
    assertThat(out.toString()).startsWith("rowlock ");
  }

  @Test
  void unknownCommandIsUsageError() {
    assertThat(execute("nonsense")).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains("nonsense");
  }

  @Test
  void noCommandIsUsageError() {
    assertThat(execute()).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains("Missing command");
  }

  private int execute(String... arguments) {
    CommandLine commandLine = Bench.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    return commandLine.execute(arguments);
  }
}
