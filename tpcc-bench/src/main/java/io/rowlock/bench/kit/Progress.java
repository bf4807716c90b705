package io.rowlock.bench.kit;

import java.io.PrintWriter;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Tells on stderr how far the run has come. */
public interface Progress extends AutoCloseable {

  /** Something without windows, such as the loading of the table. */
  void say(String what);

  /** Begins a window; where lines stay, a group of windows is printed once. */
  void begin(String group, String window);

  void end(int done);

  @Override
  void close();

  /** A moving line on a terminal, else a line now and then. */
  static Progress start(String command, long totalSeconds, PrintWriter err) {
    return start(command, totalSeconds, " s", err);
  }

  /** As {@link #start(String, long, PrintWriter)}, for what is not counted in seconds. */
  @SuppressWarnings("SystemConsoleNull") // true of the JDK 17 that HBase's servers need
  static Progress start(String command, long total, String unit, PrintWriter err) {
    return System.console() == null ? new Lines(command, err) : new Bar(command, total, unit);
  }

  /** One line for every profile and thread count. */
  final class Lines implements Progress {
    private final String command;
    private final PrintWriter err;
    private String last = "";

    Lines(String command, PrintWriter err) {
      this.command = command;
      this.err = err;
    }

    @Override
    public void say(String what) {
      err.println("bench " + command + ": " + what);
    }

    @Override
    public void begin(String group, String window) {
      if (!group.equals(last)) {
        say(group);
        last = group;
      }
    }

    @Override
    public void end(int done) {}

    @Override
    public void close() {}
  }

  /** Counts seconds of windows, or what else there is of them. */
  final class Bar implements Progress {
    private final ProgressBar bar;

    Bar(String command, long total, String unit) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(command)
              .setInitialMax(total)
              .setUnit(unit, 1)
              .setStyle(ProgressBarStyle.ASCII)
              .setConsumer(new ConsoleProgressBarConsumer(System.err))
              .hideEta()
              .build();
    }

    @Override
    public void say(String what) {
      bar.setExtraMessage(what);
    }

    @Override
    public void begin(String group, String window) {
      say(window);
    }

    @Override
    public void end(int done) {
      bar.stepBy(done);
    }

    @Override
    public void close() {
      bar.close();
    }
  }
}
