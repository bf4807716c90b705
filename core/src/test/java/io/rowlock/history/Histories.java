package io.rowlock.history;

import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.Step.Append;
import io.rowlock.history.Step.Read;
import io.rowlock.history.Step.ReadList;
import io.rowlock.history.Step.Write;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Short notations for small histories. */
final class Histories {

  private Histories() {}

  static HistoryTransaction ok(String name, long begin, long end, Step... steps) {
    return transaction(name, begin, end, Outcome.OK, steps);
  }

  static HistoryTransaction fail(String name, long begin, long end, Step... steps) {
    return transaction(name, begin, end, Outcome.FAIL, steps);
  }

  static HistoryTransaction info(String name, long begin, Step... steps) {
    return transaction(name, begin, Long.MAX_VALUE, Outcome.INFO, steps);
  }

  private static HistoryTransaction transaction(
      String name, long begin, long end, Outcome outcome, Step... steps) {
    int process = Integer.parseInt(name.substring(1));
    return new HistoryTransaction(name, process, begin, end, outcome, List.of(steps));
  }

  static Step append(String key, long element) {
    return new Append(key, element);
  }

  static Step list(String key, Long... elements) {
    return new ReadList(key, Arrays.asList(elements));
  }

  static Step scanned(String key, Long... elements) {
    return new ReadList(key, Arrays.asList(elements), true);
  }

  static Step write(String key, long value) {
    return new Write(key, value);
  }

  static Step read(String key, @Nullable Long value) {
    return new Read(key, value);
  }
}
