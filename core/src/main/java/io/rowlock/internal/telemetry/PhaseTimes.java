package io.rowlock.internal.telemetry;

import io.rowlock.internal.protocol.lock.Phase;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * How long a transaction has been in each phase, all of its attempts together. Time that two of a
 * kind spend side by side counts once. Thread-safe.
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

  /** Every phase there was, with its milliseconds: "read 12 ms, lock 3 ms". */
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
