package io.rowlock.history;

import io.rowlock.history.HistoryTransaction.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Judges a small history of registers by trying every order of its transactions. */
final class EveryOrder {

  private final List<HistoryTransaction> waiting;

  private EveryOrder(History history) {
    waiting = new ArrayList<>(history.transactions());
    waiting.removeIf(transaction -> transaction.outcome() == Outcome.FAIL);
  }

  static boolean explains(History history) {
    return new EveryOrder(history).explains(new HashMap<>());
  }

  private boolean explains(Map<String, Long> state) {
    if (waiting.stream().allMatch(transaction -> transaction.outcome() == Outcome.INFO)) {
      return true; // they have not happened
    }
    for (int i = 0; i < waiting.size(); i++) {
      HistoryTransaction next = waiting.remove(i);
      Map<String, Long> after = new HashMap<>(state);
      boolean isExplained = mayBeNext(next) && run(next, after) && explains(after);
      waiting.add(i, next);
      if (isExplained) {
        return true;
      }
    }
    return false;
  }

  private boolean mayBeNext(HistoryTransaction next) {
    return waiting.stream().allMatch(other -> DependencyGraph.end(other) >= next.beginNanos());
  }

  /** Returns false if it has read something else. */
  private static boolean run(HistoryTransaction transaction, Map<String, Long> state) {
    for (Step step : transaction.steps()) {
      if (step instanceof Step.Write write) {
        state.put(write.key(), write.value());
      } else if (step instanceof Step.Read read
          && !Objects.equals(read.value(), state.get(read.key()))) {
        return false;
      }
    }
    return true;
  }
}
