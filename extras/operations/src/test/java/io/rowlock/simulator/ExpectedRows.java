package io.rowlock.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What one transaction of {@link Previews} must see, and what its commit must do. */
final class ExpectedRows {

  /** Own writes: values, and sums that are open because nothing was read. */
  private record Writes(Map<String, Long> put, Map<String, Long> added) {

    Writes copy() {
      return new Writes(new TreeMap<>(put), new TreeMap<>(added));
    }
  }

  private final NavigableMap<String, Long> committed;
  private final SortedSet<String> all;
  private final SortedSet<String> validated = new TreeSet<>();
  private final List<Writes> marks = new ArrayList<>();
  private Writes own = new Writes(new TreeMap<>(), new TreeMap<>());
  private boolean hasScanned;

  /**
   * Creates the expectations of a transaction.
   *
   * @param committed the committed rows, which may change meanwhile
   * @param all the keys that there may be
   */
  ExpectedRows(NavigableMap<String, Long> committed, SortedSet<String> all) {
    this.committed = committed;
    this.all = all;
  }

  void put(String key, long value) {
    own.put.put(key, value);
    own.added.remove(key);
  }

  void increment(String key) {
    if (own.put.containsKey(key)) {
      own.put.merge(key, 1L, Long::sum);
    } else if (validated.contains(key)) {
      own.put.put(key, committed.getOrDefault(key, 0L) + 1);
    } else {
      own.added.merge(key, 1L, Long::sum);
    }
  }

  /** Returns the value that a read shows. */
  Long view(String key) {
    Long value = own.put.get(key);
    return value == null
        ? Long.valueOf(committed.getOrDefault(key, 0L) + own.added.getOrDefault(key, 0L))
        : value;
  }

  /** Returns the rows that a scan shows. */
  SortedSet<String> from(String first) {
    SortedSet<String> keys = new TreeSet<>(committed.keySet());
    keys.addAll(own.put.keySet());
    keys.addAll(own.added.keySet());
    return keys.tailSet(first);
  }

  /** A sum that is open is computed from what is read, which counts as read then. */
  void meet(String key, boolean isValidated) {
    if (own.added.containsKey(key) || isValidated) {
      validated.add(key);
    }
    settle();
  }

  private void settle() {
    for (String key : validated) {
      Long sum = own.added.remove(key);
      if (sum != null) {
        own.put.put(key, committed.getOrDefault(key, 0L) + sum);
      }
    }
  }

  /** A scan to the end has read every row and every gap. */
  void scanned(String first) {
    hasScanned = true;
    all.tailSet(first).forEach(key -> meet(key, true));
  }

  int marks() {
    return marks.size();
  }

  void mark() {
    marks.add(own.copy());
  }

  /** Takes back the writes since a mark, and ends the later ones. */
  void returnTo(int mark) {
    own = marks.get(mark).copy();
    marks.subList(mark + 1, marks.size()).clear();
    settle();
  }

  SortedSet<String> validated() {
    return validated;
  }

  /** Returns whether the commit must fail if a validated row has changed. */
  boolean needsValidation() {
    return !own.put.isEmpty() || !own.added.isEmpty() || validated.size() > 1 || hasScanned;
  }

  void commit() {
    committed.putAll(own.put);
    own.added.forEach((key, sum) -> committed.merge(key, sum, Long::sum));
  }
}
