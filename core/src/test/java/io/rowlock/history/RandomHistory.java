package io.rowlock.history;

import io.rowlock.history.HistoryTransaction.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Generates the history of a store that runs one random transaction after the other, though their
 * clients see them overlap, fail, or end with an unknown outcome. On demand it contains one
 * mistake.
 */
final class RandomHistory {

  /** The contents of the keys. */
  enum Content {
    LISTS,
    REGISTERS,
    BOTH
  }

  /** One mistake of the store. */
  enum Fault {
    /** Only the first of a transaction's keys is written. */
    TORN,
    /** A read misses a write that had been acknowledged before. */
    STALE,
    /** A transaction takes effect although its client was informed that it failed. */
    ABORTED,
    /** The same, but with a delay. */
    RESURRECTED,
    /** A committed write disappears later. */
    LOST,
    /** A transaction sees a part of another one. */
    FRACTURED,
    /** Of two writes to a key, the later one takes effect before the earlier one. */
    SWAPPED
  }

  private static final int KEYS = 5;
  private static final int TRANSACTIONS_PER_KEYS = 200;
  private static final int LATER = 10;

  private final SplittableRandom random;
  private final int count;
  private final Content content;
  private final @Nullable Fault fault;
  private final Map<String, List<Long>> state = new LinkedHashMap<>();
  private final List<HistoryTransaction> transactions = new ArrayList<>();
  private final Map<Long, HistoryTransaction> writers = new HashMap<>();
  private final List<Runnable> forLater = new ArrayList<>();
  private boolean isPlanted;
  private int plantedAt;
  private long lastValue;

  private RandomHistory(long seed, int count, Content content, @Nullable Fault fault) {
    this.random = new SplittableRandom(seed);
    this.count = count;
    this.content = content;
    this.fault = fault;
  }

  static History good(long seed, int count, Content content) {
    RandomHistory history = new RandomHistory(seed, count, content, null);
    return history.run();
  }

  /** Returns empty if there was no occasion for the fault. */
  static Optional<History> bad(long seed, int count, Content content, Fault fault) {
    RandomHistory history = new RandomHistory(seed, count, content, fault);
    History result = history.run();
    return history.isPlanted ? Optional.of(result) : Optional.empty();
  }

  private History run() {
    for (int number = 0; number < count; number++) {
      runTransaction(number);
      if (number == plantedAt + LATER) {
        forLater.forEach(Runnable::run);
        forLater.clear();
      }
    }
    forLater.forEach(Runnable::run);
    readAll();
    return new History(transactions, state);
  }

  private void runTransaction(int number) {
    long instant = 100 + 10L * number;
    long begin = instant - random.nextInt(40);
    long end = instant + 1 + random.nextInt(40);
    Outcome outcome = outcome();
    RandomTransactionSteps steps =
        new RandomTransactionSteps(this, number, begin, outcome == Outcome.OK);
    boolean commits = outcome == Outcome.OK || (outcome == Outcome.INFO && random.nextBoolean());
    long known = outcome == Outcome.INFO ? Long.MAX_VALUE : end;
    HistoryTransaction transaction =
        new HistoryTransaction("T" + number, number, begin, known, outcome, steps.random(random));
    transactions.add(transaction);
    if (commits) {
      commit(transaction, steps.writes());
    } else if (outcome == Outcome.FAIL) {
      abort(transaction, steps.writes());
    }
  }

  private Outcome outcome() {
    int dice = random.nextInt(10);
    return dice == 0 ? Outcome.FAIL : dice == 1 ? Outcome.INFO : Outcome.OK;
  }

  private void commit(HistoryTransaction transaction, Map<String, List<Long>> writes) {
    boolean isOk = transaction.outcome() == Outcome.OK;
    if (isOk && writes.size() > 1 && plants(Fault.TORN)) {
      writes.keySet().retainAll(List.of(writes.keySet().iterator().next()));
    }
    writes.forEach((key, values) -> apply(transaction, key, values));
    if (isOk && !writes.isEmpty() && plants(Fault.LOST)) {
      forLater.add(() -> writes.forEach((key, values) -> state.get(key).removeAll(values)));
    }
  }

  private void abort(HistoryTransaction transaction, Map<String, List<Long>> writes) {
    if (!writes.isEmpty() && plants(Fault.ABORTED)) {
      writes.forEach((key, values) -> apply(transaction, key, values));
    }
    if (!writes.isEmpty() && plants(Fault.RESURRECTED)) {
      forLater.add(() -> writes.forEach((key, values) -> apply(transaction, key, values)));
    }
  }

  private void apply(HistoryTransaction transaction, String key, List<Long> values) {
    List<Long> now = state.computeIfAbsent(key, any -> new ArrayList<>());
    boolean swaps = lastWasOver(now, transaction.beginNanos()) && plants(Fault.SWAPPED);
    now.addAll(swaps ? now.size() - 1 : now.size(), values);
    values.forEach(value -> writers.put(value, transaction));
  }

  /** Returns what a transaction sees of a key, when it reads it for the first time. */
  List<Long> snapshot(String key) {
    return List.copyOf(state.getOrDefault(key, List.of()));
  }

  /**
   * Returns the same for a transaction that will commit: only such a transaction must see nothing
   * wrong.
   */
  List<Long> snapshot(String key, long begin, Map<String, List<Long>> others) {
    List<Long> now = snapshot(key);
    boolean misses =
        (lastWasOver(now, begin) && plants(Fault.STALE))
            || (isOfAnOther(now, others) && plants(Fault.FRACTURED));
    return misses ? now.subList(0, now.size() - 1) : now;
  }

  private boolean lastWasOver(List<Long> values, long begin) {
    HistoryTransaction writer = values.isEmpty() ? null : writers.get(last(values));
    return writer != null && writer.outcome() == Outcome.OK && writer.endNanos() < begin;
  }

  private boolean isOfAnOther(List<Long> values, Map<String, List<Long>> others) {
    if (values.isEmpty()) {
      return false;
    }
    HistoryTransaction writer = writers.get(last(values));
    return others.values().stream()
        .anyMatch(other -> !other.isEmpty() && writer.equals(writers.get(last(other))));
  }

  private static Long last(List<Long> values) {
    return values.get(values.size() - 1);
  }

  /** Returns whether it is time for this fault. */
  private boolean plants(Fault which) {
    boolean now = which == fault && !isPlanted && transactions.size() > count / 3;
    if (now) {
      isPlanted = true;
      plantedAt = transactions.size();
    }
    return now;
  }

  long nextValue() {
    return ++lastValue;
  }

  String key(int number) {
    return Integer.toString(number / TRANSACTIONS_PER_KEYS * KEYS + random.nextInt(KEYS));
  }

  boolean isList(String key) {
    boolean isEven = Integer.parseInt(key) % 2 == 0;
    return content == Content.LISTS || (content == Content.BOTH && isEven);
  }

  private void readAll() {
    long begin = 1000 + 10L * count;
    List<String> keys = new ArrayList<>(state.keySet());
    Collections.sort(keys);
    List<Step> steps = new ArrayList<>();
    keys.forEach(key -> steps.add(RandomTransactionSteps.read(isList(key), key, state.get(key))));
    transactions.add(
        new HistoryTransaction("T" + count, count, begin, begin + 1, Outcome.OK, steps));
  }
}
