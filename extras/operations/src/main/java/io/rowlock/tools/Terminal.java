package io.rowlock.tools;

import io.rowlock.admin.ReopenProgress;
import io.rowlock.admin.ScanProgress;
import io.rowlock.admin.WaitProgress;
import io.rowlock.operations.DisableProgress;
import io.rowlock.operations.VacuumProgress;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;

/** The destination of a command's results, remarks and questions. Not thread-safe. */
final class Terminal {

  private static final String CLEAR_SCREEN = "\033[H\033[2J";

  private final PrintStream out;
  private final PrintStream err;
  private final UnaryOperator<@Nullable String> ask;
  private final boolean redraws;
  private final ProgressDisplay display;

  /**
   * Creates a terminal.
   *
   * @param ask puts a question to a person; returns null if there is none
   * @param isOutTerminal whether the output can be redrawn
   */
  Terminal(
      PrintStream out,
      PrintStream err,
      UnaryOperator<@Nullable String> ask,
      boolean isOutTerminal,
      ProgressDisplay display) {
    this.out = out;
    this.err = err;
    this.ask = ask;
    this.redraws = isOutTerminal;
    this.display = display;
  }

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

  /** Prints a result for programs: one object a line. */
  void print(JsonObject object) {
    print(object.toString());
  }

  /** Returns whether the results go to a terminal. */
  boolean redraws() {
    return redraws;
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

  /** Shows progress, see {@link ProgressDisplay}. */
  void progress(ScanProgress progress) {
    boolean isStart = progress.regionsDone() == 0 && progress.rowsSeen() == 0;
    if (!isStart) {
      display.show(
          progress.regionsDone(),
          progress.regions(),
          String.format(
              Locale.ROOT,
              "%,d of %,d regions done, %,d rows seen",
              progress.regionsDone(),
              progress.regions(),
              progress.rowsSeen()));
    }
  }

  /** Shows progress, see {@link ProgressDisplay}. */
  void progress(ReopenProgress progress) {
    display.show(
        progress.regionsReopened(),
        progress.regions(),
        String.format(
            Locale.ROOT,
            "%,d of %,d regions reopened",
            progress.regionsReopened(),
            progress.regions()));
  }

  /** Shows progress, see {@link ProgressDisplay}. */
  void progress(WaitProgress progress) {
    display.show(
        progress.waited().toSeconds(),
        progress.whole().toSeconds(),
        String.format(
            Locale.ROOT,
            "waiting until every client knows the higher floor: %,d of %,d s",
            progress.waited().toSeconds(),
            progress.whole().toSeconds()));
  }

  /** Shows progress, see {@link ProgressDisplay}. */
  void progress(DisableProgress progress) {
    display.show(progress.done(), progress.all(), progress.toString());
  }

  /** Shows progress, see {@link ProgressDisplay}. */
  void progress(VacuumProgress progress) {
    display.show(
        progress.locksDone(),
        progress.locks(),
        String.format(
            Locale.ROOT, "%,d of %,d marked locks done", progress.locksDone(), progress.locks()));
  }
}
