package io.rowlock.tools;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How far a long command is: a bar that is drawn over again on a terminal, elsewhere a line every
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
   * @param nanoTime a clock as {@link System#nanoTime}
   */
  ProgressDisplay(PrintStream err, boolean isTerminal, LongSupplier nanoTime) {
    this.err = err;
    this.isTerminal = isTerminal;
    this.nanoTime = nanoTime;
    this.lastNanos = nanoTime.getAsLong();
  }

  /** Shows it, unless something was shown just before; quick commands show nothing. */
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

  /** Takes the bar away, before anything else is printed. */
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
