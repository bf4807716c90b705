package io.rowlock.history;

import io.rowlock.history.HistoryTransaction.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Judges a small history by trying every order of its transactions. */
final class EveryOrder {

  private final List<HistoryTransaction> waiting;
  private final Map<String, List<Long>> finalOrders;

  private EveryOrder(History history) {
    waiting = new ArrayList<>(history.transactions());
    waiting.removeIf(transaction -> transaction.outcome() == Outcome.FAIL);
    finalOrders = history.finalOrders();
  }

  static boolean explains(History history) {
    return new EveryOrder(history).explains(Map.of());
  }

  private boolean explains(Map<String, List<Long>> state) {
    if (waiting.stream().allMatch(transaction -> transaction.outcome() == Outcome.INFO)
        && isFinal(state)) {
      return true; // they have not happened
    }
    for (int i = 0; i < waiting.size(); i++) {
      HistoryTransaction next = waiting.remove(i);
      Map<String, List<Long>> after = copy(state);
      boolean isExplained = mayBeNext(next) && run(next, after) && explains(after);
      waiting.add(i, next);
      if (isExplained) {
        return true;
      }
    }
    return false;
  }

  private boolean isFinal(Map<String, List<Long>> state) {
    return finalOrders.entrySet().stream()
        .allMatch(order -> order.getValue().equals(state.getOrDefault(order.getKey(), List.of())));
  }

  private static Map<String, List<Long>> copy(Map<String, List<Long>> state) {
    Map<String, List<Long>> copy = new HashMap<>();
    state.forEach((key, values) -> copy.put(key, new ArrayList<>(values)));
    return copy;
  }

  private boolean mayBeNext(HistoryTransaction next) {
    return waiting.stream().allMatch(other -> DependencyGraph.end(other) >= next.beginNanos());
  }

  /** Returns false if it has read something else. */
  static boolean run(HistoryTransaction transaction, Map<String, List<Long>> state) {
    Set<String> written = new HashSet<>();
    for (Step step : transaction.steps()) {
      List<Long> values = state.computeIfAbsent(step.key(), any -> new ArrayList<>());
      Long last = values.isEmpty() ? null : values.get(values.size() - 1);
      if (step instanceof Step.Append append) {
        values.add(append.element());
      } else if (step instanceof Step.Write write) {
        if (!written.add(step.key())) {
          values.remove(values.size() - 1);
        }
        values.add(write.value());
      } else if (step instanceof Step.ReadList read && !read.elements().equals(values)) {
        return false;
      } else if (step instanceof Step.Read read && !Objects.equals(read.value(), last)) {
        return false;
      }
    }
    return true;
  }
}
