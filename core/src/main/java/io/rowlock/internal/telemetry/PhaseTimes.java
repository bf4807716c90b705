package io.rowlock.internal.telemetry;

import io.rowlock.internal.protocol.lock.Phase;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The time that a transaction has spent in each phase, all of its attempts together. Time in two
 * simultaneous phases of the same kind counts once. Thread-safe.
 */
final class PhaseTimes {

  private final Map<Phase, Time> times = new EnumMap<>(Phase.class);

  private static final class Time {

    private long spent;
    private long since;
    private int underWay;

    long until(long nanos) {
      return underWay == 0 ? spent : spent + nanos - since;
    }
  }

  synchronized void enter(Phase phase, long nanos) {
    Time time = times.computeIfAbsent(phase, first -> new Time());
    if (time.underWay++ == 0) {
      time.since = nanos;
    }
  }

  synchronized void leave(Phase phase, long nanos) {
    Time time = times.getOrDefault(phase, new Time());
    time.spent = time.underWay == 1 ? time.until(nanos) : time.spent;
    time.underWay--;
  }

  /** Returns every phase that occurred, with its milliseconds: "read 12 ms, lock 3 ms". */
  synchronized String inWords(long nanos) {
    return times.isEmpty()
        ? "no phase"
        : times.entrySet().stream()
            .map(entry -> inWords(entry.getKey(), entry.getValue().until(nanos)))
            .collect(Collectors.joining(", "));
  }

  private static String inWords(Phase phase, long nanos) {
    String name = Names.of(phase).replace('_', ' ');
    return name + " " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
  }
}
