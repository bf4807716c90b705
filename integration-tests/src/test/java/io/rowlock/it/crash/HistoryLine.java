package io.rowlock.it.crash;

import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.Step;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.common.base.Joiner;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/** One line of a history file: the next action of a client, its outcome, or its coming end. */
sealed interface HistoryLine {

  /** Returns words with blanks between them; the first one names the kind of line. */
  String text();

  /** The client is connected. The time shows whether it shares the clock of other processes. */
  record Ready(long nanos) implements HistoryLine {
    @Override
    public String text() {
      return words("ready", nanos);
    }
  }

  /** Before the first request of a transaction. */
  record Begin(long id, int process, long nanos, List<Step> appends) implements HistoryLine {
    @Override
    public String text() {
      return words("begin", id, process, nanos, StepText.write(appends));
    }
  }

  /** After the outcome is known. */
  record End(long id, long nanos, Outcome outcome, List<Step> steps) implements HistoryLine {
    @Override
    public String text() {
      return words("end", id, nanos, outcome, StepText.write(steps));
    }
  }

  /** Before the process ends itself in the middle of a request. */
  record Halt(String where) implements HistoryLine {
    @Override
    public String text() {
      return words("halt", where);
    }
  }

  private static String words(Object... words) {
    return Joiner.on(' ').join(words);
  }

  static HistoryLine read(String text) {
    List<String> words = Splitter.on(' ').limit(5).splitToList(text);
    return switch (words.get(0)) {
      case "ready" -> new Ready(number(words, 1));
      case "begin" ->
          new Begin(
              number(words, 1),
              Math.toIntExact(number(words, 2)),
              number(words, 3),
              StepText.read(words.get(4)));
      case "end" ->
          new End(
              number(words, 1),
              number(words, 2),
              Outcome.valueOf(words.get(3)),
              StepText.read(words.get(4)));
      case "halt" -> new Halt(text.substring("halt ".length()));
      default -> throw new IllegalArgumentException("Not a line of a history file: " + text);
    };
  }

  private static long number(List<String> words, int index) {
    return Long.parseLong(words.get(index));
  }
}
