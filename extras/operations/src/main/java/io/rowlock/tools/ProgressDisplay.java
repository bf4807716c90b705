package io.rowlock.tools;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Shows the progress of a long command: a bar that is redrawn on a terminal, otherwise a line every
 * few seconds. Not thread-safe.
 */
final class ProgressDisplay {

  static final Duration BETWEEN_LINES = Duration.ofSeconds(3);
  static final Duration BETWEEN_BARS = Duration.ofMillis(200);

  private static final int WIDTH = 30;
  private static final String ERASE_LINE = "\r\033[K";

  private final PrintStream err;
  private final boolean isTerminal;
  private final LongSupplier nanoTime;
  private long lastNanos;
  private boolean isDrawn;

  /**
   * Creates a display.
   *
   * @param nanoTime a clock as {@link System#nanoTime}
   */
  ProgressDisplay(PrintStream err, boolean isTerminal, LongSupplier nanoTime) {
    this.err = err;
    this.isTerminal = isTerminal;
    this.nanoTime = nanoTime;
    this.lastNanos = nanoTime.getAsLong();
  }

  /** Shows the progress, unless it was shown just before; quick commands show nothing. */
  void show(long done, long all, String text) {
    long now = nanoTime.getAsLong();
    Duration pause = isTerminal ? BETWEEN_BARS : BETWEEN_LINES;
    if (now - lastNanos < pause.toNanos()) {
      return;
    }
    lastNanos = now;
    if (isTerminal) {
      isDrawn = true;
      err.print(ERASE_LINE + bar(done, all) + " " + text);
      err.flush();
    } else {
      err.println(text);
    }
  }

  /** Erases the bar, before anything else is printed. */
  void erase() {
    if (isDrawn) {
      isDrawn = false;
      err.print(ERASE_LINE);
      err.flush();
    }
  }

  private static String bar(long done, long all) {
    int filled = all == 0 ? 0 : (int) (WIDTH * Math.min(done, all) / all);
    return "[" + "#".repeat(filled) + "-".repeat(WIDTH - filled) + "]";
  }
}
