package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Steps.Step;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what mode 2pc does for one kind of business transaction. Thread-safe. */
final class StepCounter {
  private final LongAdder transactions = new LongAdder();
  private final LongAdder attempts = new LongAdder();
  private final LongAdder requests = new LongAdder();
  private final Map<Step, LongAdder> rows = new EnumMap<>(Step.class);

  StepCounter() {
    for (Step step : Step.values()) {
      rows.put(step, new LongAdder());
    }
  }

  void attempt() {
    attempts.increment();
  }

  void transaction() {
    transactions.increment();
  }

  /**
   * Counts a part of a step.
   *
   * @param groups rows of a table that are asked for at once: a request to each server that has
   *     some
   */
  void count(Step step, int rowOperations, int groups) {
    LongAdder counter = rows.get(step);
    if (counter != null) {
      counter.add(rowOperations);
    }
    requests.add(groups);
  }

  Steps counts() {
    Map<Step, Long> counts = new EnumMap<>(Step.class);
    rows.forEach((step, count) -> counts.put(step, count.sum()));
    return new Steps(transactions.sum(), attempts.sum(), requests.sum(), counts);
  }
}
