package io.rowlock.it.crash;

import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.Step;
import java.util.List;

/** One line of a ledger: what a client is about to do, was told, or is about to die of. */
sealed interface LedgerLine {

  /** Words with blanks between them; the first one tells what it is. */
  String text();

  /** The client is connected; also tells whether it shares the clock of others. */
  record Ready(long nanos) implements LedgerLine {
    @Override
    public String text() {
      return words("ready", nanos);
    }
  }

  /** Before the first request of a transaction. */
  record Begin(long id, int process, long nanos, List<Step> appends) implements LedgerLine {
    @Override
    public String text() {
      return words("begin", id, process, nanos, StepText.write(appends));
    }
  }

  /** After its outcome is known. */
  record End(long id, long nanos, Outcome outcome, List<Step> steps) implements LedgerLine {
    @Override
    public String text() {
      return words("end", id, nanos, outcome, StepText.write(steps));
    }
  }

  /** The process is about to end itself in the middle of a request. */
  record Halt(String where) implements LedgerLine {
    @Override
    public String text() {
      return words("halt", where);
    }
  }

  private static String words(Object... words) {
    return Joiner.on(' ').join(words);
  }

  static LedgerLine read(String text) {
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
      default -> throw new IllegalArgumentException("No line of a ledger: " + text);
    };
  }

  private static long number(List<String> words, int index) {
    return Long.parseLong(words.get(index));
  }
}
