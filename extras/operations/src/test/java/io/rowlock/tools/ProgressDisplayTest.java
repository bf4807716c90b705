package io.rowlock.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.admin.ReopenProgress;
import io.rowlock.admin.ScanProgress;
import io.rowlock.operations.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The progress of a long command, on a terminal and in a pipe. */
class ProgressDisplayTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long nanos;

  private Terminal terminal(boolean isTerminal) {
    PrintStream toErr = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new Terminal(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        toErr,
        question -> null,
        isTerminal,
        new ProgressDisplay(toErr, isTerminal, () -> nanos));
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private String shown() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void barIsDrawnOverAndGoesBeforeResults() {
    Terminal terminal = terminal(true);
    pass(ProgressDisplay.BETWEEN_BARS);
    terminal.progress(new ScanProgress(1, 4, 1234));
    assertThat(shown())
        .isEqualTo("\r\033[K[#######-----------------------] 1 of 4 regions done, 1,234 rows seen");

    terminal.progress(new ScanProgress(2, 4, 2000));
    assertThat(shown()).as("not more often than can be seen").doesNotContain("2 of 4");
    pass(ProgressDisplay.BETWEEN_BARS);
    terminal.progress(new Progress(Progress.Step.SWEEPING, 5, 5));
    assertThat(shown())
        .endsWith("\r\033[K[##############################] 5 of 5 marked locks done");

    pass(ProgressDisplay.BETWEEN_BARS);
    terminal.progress(new ReopenProgress(1500, 3000));
    assertThat(shown())
        .endsWith("\r\033[K[###############---------------] 1,500 of 3,000 regions reopened");

    terminal.print("a result");
    assertThat(shown()).endsWith("reopened\r\033[K");
    terminal.print("another");
    assertThat(shown()).as("taken away once").endsWith("reopened\r\033[K");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a result\nanother\n");
  }

  @Test
  void pipeGetsALineNowAndThen() {
    Terminal terminal = terminal(false);
    pass(ProgressDisplay.BETWEEN_BARS);
    terminal.progress(new ScanProgress(1, 4, 1000));
    assertThat(shown()).as("quick commands are silent").isEmpty();

    pass(ProgressDisplay.BETWEEN_LINES);
    terminal.progress(new ScanProgress(2, 4, 2000));
    terminal.progress(new ScanProgress(3, 4, 3000));
    terminal.remark("the end");

    assertThat(shown()).isEqualTo("2 of 4 regions done, 2,000 rows seen\nthe end\n");
  }

  @Test
  void onlyTerminalsAreDrawnOver() {
    Terminal terminal = terminal(true);
    terminal.startFrame();
    terminal(false).startFrame();

    assertThat(terminal.redraws()).isTrue();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("\033[H\033[2J");
  }

  @Test
  void terminalsAreKnownByTheirDevice(@TempDir Path directory) throws Exception {
    assertThat(isTerminal(directory, "/dev/pts/3")).isTrue();
    assertThat(isTerminal(directory, "/dev/tty1")).isTrue();
    assertThat(isTerminal(directory, "/dev/null")).isFalse();
    assertThat(isTerminal(directory, "/tmp/log")).isFalse();
    assertThat(TerminalCheck.isTerminal(directory.resolve("nothing"))).isFalse();
    assertThat(TerminalCheck.isTerminal(directory)).as("no link").isFalse();
  }

  private static boolean isTerminal(Path directory, String device) throws Exception {
    Path link = Files.createTempDirectory(directory, "fd").resolve("1");
    return TerminalCheck.isTerminal(Files.createSymbolicLink(link, Path.of(device)));
  }
}
