package io.rowlock.history;

import static io.rowlock.history.Histories.append;

import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.Step.ReadList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Generates a small history of a store that runs one transaction after the other, then changes what
 * some reads and the store itself have shown: a value moves, disappears, or comes from elsewhere.
 * Whether some order still explains it is for others to say.
 */
final class SmallHistory {

  private static final int KEYS = 2;

  private final SplittableRandom random;
  private final boolean isOfLists;
  private final Map<String, List<Long>> state = new LinkedHashMap<>();
  private final List<Long> written = new ArrayList<>();
  private long time;

  private SmallHistory(long seed, boolean isOfLists) {
    random = new SplittableRandom(seed);
    this.isOfLists = isOfLists;
  }

  static History lists(long seed) {
    return new SmallHistory(seed, true).history();
  }

  /** The store gives the orders. */
  static History registers(long seed) {
    return new SmallHistory(seed, false).history();
  }

  private History history() {
    List<HistoryTransaction> transactions = new ArrayList<>();
    for (int count = 2 + random.nextInt(4); count > 0; count--) {
      transactions.add(transaction("T" + transactions.size(), transactions.size()));
    }
    boolean hasOrders = !isOfLists || random.nextBoolean();
    for (int changes = random.nextInt(3); changes > 0; changes--) {
      int changed = random.nextInt(transactions.size() + (hasOrders ? 1 : 0));
      if (changed == transactions.size()) {
        change(state.getOrDefault(key(), new ArrayList<>()));
      } else {
        transactions.set(changed, changed(transactions.get(changed)));
      }
    }
    return new History(transactions, hasOrders ? state : Map.of());
  }

  private HistoryTransaction transaction(String name, int number) {
    time += random.nextInt(20);
    long begin = Math.max(0, time - random.nextInt(25));
    int dice = random.nextInt(12);
    Outcome outcome = dice == 0 ? Outcome.FAIL : dice < 3 ? Outcome.INFO : Outcome.OK;
    long end = outcome == Outcome.INFO ? Long.MAX_VALUE : time + 1 + random.nextInt(25);
    Map<String, List<Long>> seen = new LinkedHashMap<>();
    state.forEach((key, values) -> seen.put(key, new ArrayList<>(values)));
    HistoryTransaction transaction =
        new HistoryTransaction(name, number, begin, end, outcome, steps(seen));
    if (outcome == Outcome.OK || (outcome == Outcome.INFO && random.nextBoolean())) {
      EveryOrder.run(transaction, state);
    }
    return transaction;
  }

  private List<Step> steps(Map<String, List<Long>> seen) {
    List<Step> steps = new ArrayList<>();
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      String key = key();
      List<Long> values = seen.computeIfAbsent(key, any -> new ArrayList<>());
      steps.add(random.nextBoolean() ? write(key, values) : read(key, values));
    }
    return steps;
  }

  private String key() {
    return Integer.toString(random.nextInt(KEYS));
  }

  private Step write(String key, List<Long> values) {
    long value = written.size() + 1L;
    written.add(value);
    values.add(value);
    return isOfLists ? append(key, value) : Histories.write(key, value);
  }

  private Step read(String key, List<Long> values) {
    if (isOfLists) {
      return new ReadList(key, new ArrayList<>(values));
    }
    return Histories.read(key, values.isEmpty() ? null : values.get(values.size() - 1));
  }

  private HistoryTransaction changed(HistoryTransaction old) {
    List<Step> steps = new ArrayList<>(old.steps());
    int at = random.nextInt(steps.size());
    if (steps.get(at) instanceof ReadList list) {
      change(list.elements());
    } else if (steps.get(at) instanceof Step.Read read) {
      boolean isAbsent = written.isEmpty() || random.nextInt(4) == 0;
      steps.set(at, Histories.read(read.key(), isAbsent ? null : anyWritten()));
    } else if (at > 0) {
      Collections.swap(steps, at, at - 1);
    }
    return new HistoryTransaction(
        old.name(), old.process(), old.beginNanos(), old.endNanos(), old.outcome(), steps);
  }

  private Long anyWritten() {
    return written.get(random.nextInt(written.size()));
  }

  private void change(List<Long> values) {
    int size = values.size();
    int dice = random.nextInt(3);
    if (dice == 0 && size > 0) {
      values.remove(random.nextInt(size));
    } else if (dice == 1 && size > 1) {
      int at = 1 + random.nextInt(size - 1);
      Collections.swap(values, at, random.nextInt(at));
    } else if (!written.isEmpty()) {
      values.add(random.nextInt(size + 1), anyWritten());
    }
  }
}
