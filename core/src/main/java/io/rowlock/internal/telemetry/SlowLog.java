package io.rowlock.internal.telemetry;

import io.rowlock.internal.store.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one line about each slow transaction, at most one a second, so that the log does not slow
 * a slow system further. Thread-safe.
 */
final class SlowLog {

  private static final Logger LOG = LoggerFactory.getLogger("io.rowlock.slow");
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Clock clock;
  private final long thresholdNanos;
  private long lastNanos;
  private long leftOut;

  /**
   * Creates the log.
   *
   * @param threshold zero: nothing is written
   */
  SlowLog(Clock clock, Duration threshold) {
    this.clock = clock;
    this.thresholdNanos = threshold.toNanos();
    this.lastNanos = clock.monotonicNanos() - PAUSE_NANOS;
  }

  boolean isSlow(long nanos) {
    return thresholdNanos > 0 && nanos >= thresholdNanos;
  }

  /**
   * Writes the line.
   *
   * @param footprint of the last attempt, null if there was none
   */
  void write(CallTelemetry call, long nanos, @Nullable Footprint footprint) {
    long others = turn();
    if (others < 0) {
      return;
    }
    LOG.warn(
        "Slow transaction {}: {} ms, {} in {} attempts; {}; {} requests; {}, waiting to retry {}"
            + " ms{}",
        call.label(),
        TimeUnit.NANOSECONDS.toMillis(nanos),
        call.outcomeInWords(),
        call.attempts(),
        inWords(footprint),
        call.requests(),
        call.times.inWords(clock.monotonicNanos()),
        call.waited().toMillis(),
        others == 0 ? "" : " (" + others + " other slow ones since the last line)");
  }

  /**
   * Returns the number of lines left out since the last one; negative if this line is left out,
   * too.
   */
  private synchronized long turn() {
    long now = clock.monotonicNanos();
    if (now - lastNanos < PAUSE_NANOS) {
      leftOut++;
      return -1;
    }
    long others = leftOut;
    lastNanos = now;
    leftOut = 0;
    return others;
  }

  private static String inWords(@Nullable Footprint footprint) {
    return footprint == null
        ? "nothing touched"
        : "tables %s, %d rows read, %d written"
            .formatted(footprint.tables(), footprint.rowsRead(), footprint.rowsWritten());
  }
}
