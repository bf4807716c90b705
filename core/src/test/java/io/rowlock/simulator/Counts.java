package io.rowlock.simulator;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What happened, by kind: faults that struck, and everything else by name. */
public final class Counts {

  private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
  private final SortedMap<String, Long> events = new TreeMap<>();

  void count(Fault fault) {
    faults.merge(fault, 1L, Long::sum);
  }

  void count(String event) {
    events.merge(event, 1L, Long::sum);
  }

  synchronized void addAll(Counts other) {
    other.faults.forEach((fault, count) -> faults.merge(fault, count, Long::sum));
    other.events.forEach((event, count) -> events.merge(event, count, Long::sum));
  }

  public long of(Fault fault) {
    return faults.getOrDefault(fault, 0L);
  }

  public long of(String event) {
    return events.getOrDefault(event, 0L);
  }

  SortedMap<String, Long> events() {
    return events;
  }
}
