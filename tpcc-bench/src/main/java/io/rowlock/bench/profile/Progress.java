package io.rowlock.bench.profile;

import java.io.PrintWriter;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Tells on stderr how far the run has come. */
interface Progress extends AutoCloseable {

  /** Something without windows, such as the loading of the table. */
  void say(String what);

  void begin(Slot slot, int rounds);

  void end(int seconds);

  @Override
  void close();

  /** A moving line on a terminal, else a line now and then. */
  @SuppressWarnings("SystemConsoleNull") // true of the JDK 17 that HBase's servers need
  static Progress start(long totalSeconds, PrintWriter err) {
    return System.console() == null ? new Lines(err) : new Bar(totalSeconds);
  }

  /** One line for every profile and thread count. */
  final class Lines implements Progress {
    private final PrintWriter err;
    private String last = "";

    Lines(PrintWriter err) {
      this.err = err;
    }

    @Override
    public void say(String what) {
      err.println("bench profile: " + what);
      err.flush();
    }

    @Override
    public void begin(Slot slot, int rounds) {
      String group = slot.profile() + ", threads: " + slot.threads();
      if (!group.equals(last)) {
        say(group);
        last = group;
      }
    }

    @Override
    public void end(int seconds) {}

    @Override
    public void close() {}
  }

  /** Counts seconds of windows. */
  final class Bar implements Progress {
    private final ProgressBar bar;

    Bar(long totalSeconds) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("profile")
              .setInitialMax(totalSeconds)
              .setUnit(" s", 1)
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
    public void begin(Slot slot, int rounds) {
      String round = slot.round() == 0 ? "warm-up" : "round " + slot.round() + "/" + rounds;
      say(slot + ", " + round);
    }

    @Override
    public void end(int seconds) {
      bar.stepBy(seconds);
    }

    @Override
    public void close() {
      bar.close();
    }
  }
}
