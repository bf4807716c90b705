package io.rowlock.bench.scale;

import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Collects the timings of one window, from all threads. */
final class Sample {
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final double NANOS_PER_MICRO = 1_000;

  private final Histogram whole = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
  private final Histogram commits = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
  private final LongAdder waves = new LongAdder();
  private final LongAdder commitWaves = new LongAdder();

  void add(Timing timing) {
    whole.recordValue(timing.nanos());
    commits.recordValue(timing.commitNanos());
    waves.add(timing.waves());
    commitWaves.add(timing.commitWaves());
  }

  long count() {
    return whole.getTotalCount();
  }

  /**
   * The window as a point.
   *
   * @param wavesCount whether the waves are those of single transactions
   */
  Point point(
      Subject subject,
      int round,
      double txPerSecond,
      Traffic traffic,
      long failed,
      boolean wavesCount) {
    double count = count();
    return new Point(
        subject,
        round,
        txPerSecond,
        whole.getValueAtPercentile(50) / NANOS_PER_MICRO,
        whole.getValueAtPercentile(99) / NANOS_PER_MICRO,
        commits.getValueAtPercentile(50) / NANOS_PER_MICRO,
        traffic.rpcs() / count,
        traffic.addedMicros(),
        wavesCount ? waves.sum() / count : 0,
        wavesCount ? commitWaves.sum() / count : 0,
        failed);
  }
}
