package io.rowlock.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The steps of one random transaction. */
final class RandomTransactionSteps {

  private final RandomHistory history;
  private final int number;
  private final long begin;
  private final boolean isOk;
  private final Map<String, List<Long>> seen = new LinkedHashMap<>();
  private final Map<String, List<Long>> writes = new LinkedHashMap<>();

  RandomTransactionSteps(RandomHistory history, int number, long begin, boolean isOk) {
    this.history = history;
    this.number = number;
    this.begin = begin;
    this.isOk = isOk;
  }

  List<Step> random(SplittableRandom random) {
    List<Step> steps = new ArrayList<>();
    for (int left = 1 + random.nextInt(6); left > 0; left--) {
      String key = history.key(number);
      steps.add(random.nextBoolean() ? read(key) : write(key));
    }
    return steps;
  }

  private Step read(String key) {
    boolean isList = history.isList(key);
    if (!isList && writes.containsKey(key)) {
      return read(false, key, writes.get(key));
    }
    if (!seen.containsKey(key)) {
      seen.put(key, isOk ? history.snapshot(key, begin, seen) : history.snapshot(key));
    }
    List<Long> values = new ArrayList<>(seen.get(key));
    values.addAll(writes.getOrDefault(key, List.of()));
    return read(isList, key, values);
  }

  static Step read(boolean isList, String key, List<Long> values) {
    if (isList) {
      return new Step.ReadList(key, List.copyOf(values));
    }
    return new Step.Read(key, values.isEmpty() ? null : values.get(values.size() - 1));
  }

  private Step write(String key) {
    long value = history.nextValue();
    List<Long> own = writes.computeIfAbsent(key, any -> new ArrayList<>());
    if (!history.isList(key)) {
      own.clear();
    }
    own.add(value);
    return history.isList(key) ? new Step.Append(key, value) : new Step.Write(key, value);
  }

  /** Returns, by key, what is visible after this has committed. */
  Map<String, List<Long>> writes() {
    return writes;
  }
}
