package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ProfileCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--mode raw,fast            | 'fast' is none of raw, raw-batched, tx, tx-batched, haeinsa, omid,"
            + " omid-low-latency",
        "--profile best-case        | 'best-case' is none of practical, worst-case, transfer",
        "--threads 0                | --threads must be 1 to 10000, not 0",
        "--threads 1,-8             | --threads must be 1 to 10000, not -8",
        "--threads many             | 'many' is not an int",
        "--time 0                   | --time must be 1 to 3600, not 0",
        "--warmup -1                | --warmup must be 0 to 3600, not -1",
        "--rounds 0                 | --rounds must be 1 to 1000, not 0",
        "--attempts 0               | --attempts must be at least 1, not 0",
        "--hot 1                    | --hot must be at least 2",
        "--skew 1                   | --skew must be at least 0 and below 1, not 1.0",
        "--skew 0.5 --hot 9         | Only one of --skew and --hot can be given",
        "--hot 9 --rows 8           | --hot must not exceed the table's 8 rows",
        "--rows 7                   | --rows must be 8 to",
        "--region-servers 0         | --region-servers must be at least 1",
        "--quorum localhost         | --quorum expects HOST:PORT",
        "--conf does-not-exist      | no readable hbase-site.xml",
        "--quorum a:1 --conf .      | Only one of",
        "--region-servers 1 --quorum a:1 | Only one of",
        "--speed 9                  | Unknown option",
      },
      quoteCharacter = '"')
  void nonsenseIsAUsageErrorInOneSentence(String arguments, String message) {
    assertThat(execute(arguments.split(" "))).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(message).contains("Try 'bench profile --help'");
    assertThat(err.toString().lines().count()).isLessThanOrEqualTo(3);
  }

  @Test
  void resultDirectoryThatIsAFileIsAUsageError(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(execute("--out", file.toString())).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains("--out: cannot write to");
  }

  @Test
  void helpSaysWhatIsMeasured() {
    assertThat(execute("--help")).isEqualTo(ExitStatus.GOOD);
    assertThat(out.toString())
        .contains("performance.md", "RPC client", "raw-batched", "SYNC_WAL")
        .contains("retries and pauses");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void helpIsNotWrappedInTheMiddleOfItsTables() {
    execute("--help");
    assertThat(out.toString().lines().map(String::strip)).doesNotContain("one", "ended.");
  }

  private int execute(String... arguments) {
    CommandLine commandLine = Bench.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    String[] all = new String[arguments.length + 1];
    all[0] = "profile";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return commandLine.execute(all);
  }
}
