package io.rowlock.bench.kit;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Reports progress on stderr, with a percentage and the time that remains: as a moving line on a
 * terminal, else as a line now and then.
 */
public class Progress implements AutoCloseable {
  private static final int PERCENT = 100;

  /** A line for so many percent, at least. */
  private static final int STEP = 10;

  /** Longer times are given in minutes. */
  private static final int MOST_SECONDS = 90;

  private final String command;
  private final PrintWriter err;
  private final @Nullable ProgressBar bar;
  private final long begun = System.nanoTime();
  private long total;
  private long done;
  private long nextPercent;
  private String lastGroup = "";

  protected Progress(String command, PrintWriter err, @Nullable ProgressBar bar) {
    this.command = command;
    this.err = err;
    this.bar = bar;
  }

  /** Prints how long a run takes, before it begins. */
  public static void announce(String command, long seconds, String beside, PrintWriter err) {
    err.printf(
        "bench %s: about %s, and the time to %s%n", command, time(Math.max(1, seconds)), beside);
    err.flush();
  }

  /** Counts seconds of windows. */
  public static Progress start(String command, long totalSeconds, PrintWriter err) {
    return start(command, totalSeconds, " s", err);
  }

  /** As {@link #start(String, long, PrintWriter)}, for other units. */
  @SuppressWarnings("SystemConsoleNull") // true of the JDK 17 that HBase's servers need
  public static Progress start(String command, long total, String unit, PrintWriter err) {
    Progress progress =
        new Progress(command, err, System.console() == null ? null : bar(command, total, unit));
    progress.total = total;
    return progress;
  }

  private static ProgressBar bar(String command, long total, String unit) {
    return new ProgressBarBuilder()
        .setTaskName(command)
        .setInitialMax(total)
        .setUnit(unit, 1)
        .setStyle(ProgressBarStyle.ASCII)
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .build();
  }

  /** Reports something without windows, such as the loading of the table. */
  public void say(String what) {
    if (bar == null) {
      err.println("bench " + command + ": " + what);
      err.flush();
    } else {
      bar.setExtraMessage(what);
    }
  }

  /** Reports figures, which stay on a terminal too. */
  public void show(String figures) {
    if (bar == null) {
      say(figures);
    } else {
      err.printf("\r%-79s%n", figures);
      err.flush();
    }
  }

  /** Begins a window; where lines stay, a group of windows is printed once, and each tenth. */
  public void begin(String group, String window) {
    if (bar != null) {
      say(window);
    } else if (!group.equals(lastGroup) || percent() >= nextPercent) {
      say(group + state(System.nanoTime() - begun));
      lastGroup = group;
      nextPercent = percent() + STEP;
    }
  }

  public void end(int more) {
    done += more;
    if (bar != null) {
      bar.stepBy(more);
    }
  }

  private long percent() {
    return total == 0 ? 0 : Math.min(PERCENT, PERCENT * done / total);
  }

  /** Returns what is done, and how long the rest takes if it is as fast. */
  String state(long nanos) {
    if (done == 0 || done >= total) {
      return total == 0 ? "" : ", " + percent() + " %";
    }
    long left = TimeUnit.NANOSECONDS.toSeconds(nanos) * (total - done) / done;
    return ", %d %%, about %s left".formatted(percent(), time(left));
  }

  private static String time(long seconds) {
    return seconds <= MOST_SECONDS ? seconds + " s" : Math.round(seconds / 60.0) + " min";
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
