package io.rowlock.bench.kit;

import java.io.PrintWriter;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Reports progress on stderr: as a moving line on a terminal, else as a line now and then. */
public class Progress implements AutoCloseable {
  private final String command;
  private final PrintWriter err;
  private final @Nullable ProgressBar bar;
  private String lastGroup = "";

  protected Progress(String command, PrintWriter err, @Nullable ProgressBar bar) {
    this.command = command;
    this.err = err;
    this.bar = bar;
  }

  /** Counts seconds of windows. */
  public static Progress start(String command, long totalSeconds, PrintWriter err) {
    return start(command, totalSeconds, " s", err);
  }

  /** As {@link #start(String, long, PrintWriter)}, for other units. */
  @SuppressWarnings("SystemConsoleNull") // true of the JDK 17 that HBase's servers need
  public static Progress start(String command, long total, String unit, PrintWriter err) {
    return new Progress(command, err, System.console() == null ? null : bar(command, total, unit));
  }

  private static ProgressBar bar(String command, long total, String unit) {
    return new ProgressBarBuilder()
        .setTaskName(command)
        .setInitialMax(total)
        .setUnit(unit, 1)
        .setStyle(ProgressBarStyle.ASCII)
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .hideEta()
        .build();
  }

  /** Reports something without windows, such as the loading of the table. */
  public void say(String what) {
    if (bar == null) {
      err.println("bench " + command + ": " + what);
    } else {
      bar.setExtraMessage(what);
    }
  }

  /** Begins a window; where lines stay, a group of windows is printed once. */
  public void begin(String group, String window) {
    if (bar != null) {
      say(window);
    } else if (!group.equals(lastGroup)) {
      say(group);
      lastGroup = group;
    }
  }

  public void end(int done) {
    if (bar != null) {
      bar.stepBy(done);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
