package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.OperationTimes.Timed;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a thread that runs a business transaction waits for, or does. At any time it is in one of
 * them, so they add up to the latency. Rolling forward and back happens behind its back.
 */
public enum Phase {
  /** The business transaction's own code and Rowlock's, and waking up when an answer is there. */
  CLIENT,
  POINT_READ,
  /** Reads of which one at least is of a range, however it is sent. */
  RANGE_READ,
  /** From the end of the reads to the first write of a commit: locks of rows not read before. */
  LOCK_READ,
  /** In mode 2pc locks and what is prepared. */
  PREWRITE,
  /** From the last prewrite to the commit point, or all of a commit that writes nothing. */
  VALIDATE,
  /** The commit point, which for rows of one region is all of the commit; 2pc's decision. */
  COMMIT,
  /**
   * From the last write of an attempt that lost to the next attempt; rows that are locked before it
   * begins are locked in this time. In mode 2pc also pauses in which a lock is waited for.
   */
  BACKOFF,
  /** Written without Rowlock. */
  WRITE;

  /** As files and tables name it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Charges all of a thread's time to one phase or another. The code that is timed finds the clock
   * by its thread, as the same code also runs untimed.
   */
  static final class PhaseClock {
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

    /** Runs an action in a phase, and then returns to the phase before. */
    static <T> T in(Phase phase, Timed<T> work) throws IOException {
      Phase before = enter(phase);
      try {
        return work.run();
      } finally {
        enter(before);
      }
    }

    /** Changes to another phase; returns the one before. */
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
}
