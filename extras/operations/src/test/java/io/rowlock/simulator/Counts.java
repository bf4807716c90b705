package io.rowlock.simulator;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts events by kind: faults that struck, and everything else by name. */
public final class Counts {

  private static final String FAULT = "fault ";
  private static final String EVENT = "event ";

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

  /** Returns all counts by name, as {@link #add} takes them. */
  SortedMap<String, Long> all() {
    SortedMap<String, Long> all = new TreeMap<>();
    faults.forEach((fault, count) -> all.put(FAULT + fault.option(), count));
    events.forEach((event, count) -> all.put(EVENT + event, count));
    return all;
  }

  /**
   * Adds counts from another run.
   *
   * @throws IllegalArgumentException if the name is not that of a count
   */
  void add(String name, long count) {
    if (name.startsWith(FAULT)) {
      faults.merge(Fault.of(name.substring(FAULT.length())), count, Long::sum);
    } else if (name.startsWith(EVENT)) {
      events.merge(name.substring(EVENT.length()), count, Long::sum);
    } else {
      throw new IllegalArgumentException("nothing that is counted: " + name);
    }
  }
}
