package io.rowlock.bench.tpcc.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.rowlock.bench.tpcc.business.Kind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToLongBiFunction;

/** How often each event happened. Immutable. */
final class EventCounts {
  private final Map<Kind, Map<Event, Long>> counts = new EnumMap<>(Kind.class);

  private EventCounts() {}

  static EventCounts none() {
    return of((kind, event) -> 0);
  }

  static EventCounts of(ToLongBiFunction<Kind, Event> source) {
    EventCounts all = new EventCounts();
    for (Kind kind : Kind.values()) {
      Map<Event, Long> ofKind = new EnumMap<>(Event.class);
      for (Event event : Event.values()) {
        ofKind.put(event, source.applyAsLong(kind, event));
      }
      all.counts.put(kind, ofKind);
    }
    return all;
  }

  @JsonCreator
  static EventCounts of(Map<Kind, Map<Event, Long>> counts) {
    return of((kind, event) -> counts.getOrDefault(kind, Map.of()).getOrDefault(event, 0L));
  }

  @JsonValue
  Map<Kind, Map<Event, Long>> counts() {
    return counts;
  }

  long of(Kind kind, Event event) {
    return counts.getOrDefault(kind, Map.of()).getOrDefault(event, 0L);
  }

  long of(Event event) {
    return Arrays.stream(Kind.values()).mapToLong(kind -> of(kind, event)).sum();
  }

  /** Transactions that are not known to be completed. */
  long failures() {
    return of(Event.GIVE_UPS) + of(Event.UNKNOWN) + of(Event.ERRORS);
  }

  EventCounts plus(EventCounts other) {
    return of((kind, event) -> of(kind, event) + other.of(kind, event));
  }

  EventCounts minus(EventCounts earlier) {
    return of((kind, event) -> of(kind, event) - earlier.of(kind, event));
  }

  /** What is counted of each kind of business transaction. */
  enum Event {
    /** Includes intended rollbacks. */
    COMPLETED,
    ROLLED_BACK,
    GIVE_UPS,
    UNKNOWN,
    ERRORS,
    /** Database transactions. */
    TRANSACTIONS,
    ATTEMPTS,
    CONFLICTS,
    /** Order lines. */
    LINES,
    /** Order lines supplied by another warehouse. */
    REMOTE_LINES,
    /** Payments of a customer of another warehouse. */
    REMOTE,
    /** Transactions that choose the customer by name. */
    BY_NAME
  }
}
