package io.rowlock.internal.protocol;

import java.util.SortedMap;
import java.util.TreeMap;

/** Counts what happened, by name. */
final class Tally {

  private final SortedMap<String, Long> counts = new TreeMap<>();

  void count(String event) {
    counts.merge(event, 1L, Long::sum);
  }

  void addAll(Tally other) {
    other.counts.forEach((event, count) -> counts.merge(event, count, Long::sum));
  }

  long of(String event) {
    return counts.getOrDefault(event, 0L);
  }

  @Override
  public String toString() {
    StringBuilder lines = new StringBuilder();
    counts.forEach((event, count) -> lines.append(String.format("%12d %s%n", count, event)));
    return lines.toString();
  }
}
