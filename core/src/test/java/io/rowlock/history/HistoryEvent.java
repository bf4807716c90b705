package io.rowlock.history;

import io.rowlock.history.HistoryTransaction.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The begin or end of a transaction: a line of a history file. A process runs one transaction at a
 * time. A transaction without an outcome may run forever, so its process continues under an unused
 * number.
 */
record HistoryEvent(HistoryTransaction transaction, int process, Type type, long time) {

  enum Type {
    INVOKE,
    OK,
    FAIL,
    INFO
  }

  /**
   * Returns whether the results are known: reads have results in transactions that have committed.
   */
  boolean hasResults() {
    return type == Type.OK;
  }

  /**
   * Returns all events in their order. Transactions of which one ends when the other begins
   * overlap; those without an outcome end behind all others.
   */
  static List<HistoryEvent> of(List<HistoryTransaction> transactions) {
    List<HistoryEvent> events = new ArrayList<>();
    for (HistoryTransaction transaction : transactions) {
      events.add(new HistoryEvent(transaction, -1, Type.INVOKE, transaction.beginNanos()));
      events.add(new HistoryEvent(transaction, -1, typeOf(transaction), endOf(transaction)));
    }
    events.sort(
        Comparator.comparingLong(HistoryEvent::time)
            .thenComparing(event -> event.type == Type.INVOKE ? 0 : 1));
    return withProcesses(events);
  }

  private static Type typeOf(HistoryTransaction transaction) {
    return switch (transaction.outcome()) {
      case OK -> Type.OK;
      case FAIL -> Type.FAIL;
      case INFO -> Type.INFO;
    };
  }

  private static long endOf(HistoryTransaction transaction) {
    boolean isKnown = transaction.outcome() != Outcome.INFO;
    return isKnown ? transaction.endNanos() : Long.MAX_VALUE;
  }

  private static List<HistoryEvent> withProcesses(List<HistoryEvent> events) {
    int fresh = 1 + events.stream().mapToInt(e -> e.transaction.process()).max().orElse(0);
    Map<Integer, Integer> currentNumbers = new HashMap<>();
    IdentityHashMap<HistoryTransaction, Integer> numbers = new IdentityHashMap<>();
    Set<Integer> busy = new HashSet<>();
    List<HistoryEvent> result = new ArrayList<>();
    long last = 0;
    for (HistoryEvent event : events) {
      int process = event.transaction.process();
      if (event.type == Type.INVOKE) {
        if (!busy.add(currentNumbers.getOrDefault(process, process))) {
          currentNumbers.put(process, fresh);
          busy.add(fresh++);
        }
        numbers.put(event.transaction, currentNumbers.getOrDefault(process, process));
      } else if (event.type != Type.INFO) {
        busy.remove(numbers.get(event.transaction));
      }
      last = event.time < Long.MAX_VALUE ? event.time : last;
      int number = numbers.get(event.transaction);
      result.add(new HistoryEvent(event.transaction, number, event.type, last));
    }
    return result;
  }
}
