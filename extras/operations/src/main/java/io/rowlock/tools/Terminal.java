package io.rowlock.tools;

import io.rowlock.admin.ReopenProgress;
import io.rowlock.admin.ScanProgress;
import io.rowlock.admin.WaitProgress;
import io.rowlock.operations.Progress;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The destination of a command's results, remarks and questions. Not thread-safe.
 *
 * @param ask puts a question to a person; returns null if there is none
 * @param redraws whether the results go to a terminal, which can be redrawn
 */
record Terminal(
    PrintStream out,
    PrintStream err,
    UnaryOperator<@Nullable String> ask,
    boolean redraws,
    ProgressDisplay display) {

  private static final String CLEAR_SCREEN = "\033[H\033[2J";

  /**
   * Prints a result for people.
   *
   * @throws OutputClosedException if the reader has closed the output, as {@code | head} does
   */
  void print(String line) {
    display.erase();
    out.println(line);
    if (out.checkError()) {
      throw new OutputClosedException();
    }
  }

  /** Makes the following output replace the previous one, on a terminal. */
  void startFrame() {
    if (redraws) {
      out.print(CLEAR_SCREEN);
    }
  }

  /** Prints a line that is no result. */
  void remark(String line) {
    display.erase();
    err.println(line);
  }

  /** Returns the answer of a person; null if there is none. */
  @Nullable String ask(String question) {
    display.erase();
    return ask.apply(question);
  }

  /** Shows the progress of a scan, but not its start. */
  void progress(ScanProgress scan) {
    if (scan.regionsDone() > 0 || scan.rowsSeen() > 0) {
      show(
          "%,d of %,d regions done, %,d rows seen",
          scan.regionsDone(), scan.regions(), scan.rowsSeen());
    }
  }

  void progress(ReopenProgress reopened) {
    show("%,d of %,d regions reopened", reopened.regionsReopened(), reopened.regions(), 0);
  }

  void progress(WaitProgress wait) {
    show(
        "waiting until every client knows the higher floor: %,d of %,d s",
        wait.waited().toSeconds(), wait.whole().toSeconds(), 0);
  }

  void progress(Progress step) {
    display.show(step.done(), step.all(), step.toString());
  }

  /** The last number is for formats with three. */
  private void show(String format, long done, long all, long more) {
    display.show(done, all, String.format(Locale.ROOT, format, done, all, more));
  }
}
