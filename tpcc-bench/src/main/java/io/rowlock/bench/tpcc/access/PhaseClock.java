package io.rowlock.bench.tpcc.access;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Charges all of a thread's time to one phase or another. The code that is timed finds the clock by
 * its thread, as the same code also runs untimed.
 */
final class PhaseClock {
  private static final ThreadLocal<@Nullable PhaseClock> OF_THREAD = new ThreadLocal<>();

  private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
  private Phase phase = Phase.CLIENT;
  private long since = System.nanoTime();

  private PhaseClock() {}

  /** For this thread, until it is stopped. */
  static PhaseClock start() {
    PhaseClock clock = new PhaseClock();
    OF_THREAD.set(clock);
    return clock;
  }

  /** The time of each phase there was. */
  Map<Phase, Long> stop() {
    OF_THREAD.remove();
    until(phase, System.nanoTime());
    return nanos;
  }

  /** This thread's, if it has one. */
  static @Nullable PhaseClock current() {
    return OF_THREAD.get();
  }

  /** Goes over to another phase; returns the one before. */
  static Phase enter(Phase next) {
    PhaseClock clock = current();
    if (clock == null) {
      return Phase.CLIENT;
    }
    Phase before = clock.phase;
    clock.until(before, System.nanoTime());
    clock.phase = next;
    return before;
  }

  /** Charges what has not been charged yet, up to an instant of {@link System#nanoTime}. */
  void until(Phase charged, long instant) {
    if (instant - since > 0) {
      nanos.merge(charged, instant - since, Long::sum);
      since = instant;
    }
  }
}
