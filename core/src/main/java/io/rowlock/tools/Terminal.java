package io.rowlock.tools;

import io.rowlock.ScanProgress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;

/** Where a command's results, remarks and questions go. Not thread-safe. */
final class Terminal {

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(3);

  private final PrintStream out;
  private final PrintStream err;
  private final UnaryOperator<@Nullable String> ask;
  private long lastProgressNanos = System.nanoTime();

  Terminal(PrintStream out, PrintStream err, UnaryOperator<@Nullable String> ask) {
    this.out = out;
    this.err = err;
    this.ask = ask;
  }

  /** A result for people. */
  void print(String line) {
    out.println(line);
  }

  /** A result for programs: one object a line. */
  void print(JsonObject object) {
    out.println(object);
  }

  /** What is no result. */
  void remark(String line) {
    err.println(line);
  }

  /** The answer of a person; null when there is none. */
  @Nullable String ask(String question) {
    return ask.apply(question);
  }

  /** A line every few seconds. */
  void progress(ScanProgress progress) {
    long now = System.nanoTime();
    boolean isStart = progress.regionsDone() == 0 && progress.rowsSeen() == 0;
    if (!isStart && now - lastProgressNanos >= BETWEEN_LINES.toNanos()) {
      lastProgressNanos = now;
      err.printf(
          "%d of %d regions done, %,d rows seen%n",
          progress.regionsDone(), progress.regions(), progress.rowsSeen());
    }
  }
}
