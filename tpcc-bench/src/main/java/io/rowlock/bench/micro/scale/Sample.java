package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.micro.scale.Subject.Figures;
import io.rowlock.bench.micro.scale.Wire.Waves.Stopwatch.Timing;
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
  Point<Subject> point(
      Subject subject,
      int round,
      double txPerSecond,
      Traffic traffic,
      long failed,
      boolean wavesCount) {
    double count = count();
    return Point.of(subject, round)
        .with(Figure.TX_PER_SECOND, txPerSecond)
        .with(Figure.P50_MICROS, whole.getValueAtPercentile(50) / NANOS_PER_MICRO)
        .with(Figure.P99_MICROS, whole.getValueAtPercentile(99) / NANOS_PER_MICRO)
        .with(Figures.COMMIT_P50_MICROS, commits.getValueAtPercentile(50) / NANOS_PER_MICRO)
        .with(Figure.RPCS_PER_TX, traffic.rpcs() / count)
        .with(Figures.ADDED_MICROS, traffic.addedMicros())
        .with(Figures.WAVES_PER_TX, wavesCount ? waves.sum() / count : 0)
        .with(Figures.COMMIT_WAVES_PER_TX, wavesCount ? commitWaves.sum() / count : 0)
        .with(Figure.FAILED, failed);
  }

  /**
   * What went over the wire in a window.
   *
   * @param addedMicros to every request, on average
   */
  record Traffic(long rpcs, double addedMicros) {
    static final Traffic UNKNOWN = new Traffic(0, 0);
  }
}
