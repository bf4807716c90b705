package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Kind;
import java.util.EnumMap;
import java.util.Map;

/** How often each event was. Immutable. */
record EventCounts(Map<Kind, Map<Event, Long>> counts) {
  static EventCounts none() {
    return of((kind, event) -> 0);
  }

  static EventCounts of(CountOf source) {
    Map<Kind, Map<Event, Long>> counts = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Map<Event, Long> ofKind = new EnumMap<>(Event.class);
      for (Event event : Event.values()) {
        ofKind.put(event, source.of(kind, event));
      }
      counts.put(kind, ofKind);
    }
    return new EventCounts(counts);
  }

  /** Where a count comes from. */
  @FunctionalInterface
  interface CountOf {
    long of(Kind kind, Event event);
  }

  long of(Kind kind, Event event) {
    return counts.getOrDefault(kind, Map.of()).getOrDefault(event, 0L);
  }

  long of(Event event) {
    return counts.values().stream().mapToLong(ofKind -> ofKind.getOrDefault(event, 0L)).sum();
  }

  /** Those of which nobody knows that they were completed. */
  long failures() {
    return of(Event.GIVE_UPS) + of(Event.UNKNOWN) + of(Event.ERRORS);
  }

  EventCounts minus(EventCounts earlier) {
    return of((kind, event) -> of(kind, event) - earlier.of(kind, event));
  }

  /** What is counted of each kind of business transaction. */
  enum Event {
    /** Those rolled back as they wanted are among them. */
    COMPLETED,
    ROLLED_BACK,
    GIVE_UPS,
    UNKNOWN,
    ERRORS,
    /** Transactions of the database. */
    TRANSACTIONS,
    ATTEMPTS,
    CONFLICTS,
    /** Order lines. */
    LINES,
    /** Order lines supplied by another warehouse. */
    REMOTE_LINES,
    /** Of a customer of another warehouse. */
    REMOTE,
    /** Of a customer who was named, not numbered. */
    BY_NAME
  }
}
