package io.rowlock.bench.kit;

import java.io.IOException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What was seen of the transactions begun in a window, by one thread or, merged, by all. */
public final class Tally {
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final double NANOS_PER_MICRO = 1000;

  private final Histogram nanos = new Histogram(SIGNIFICANT_DIGITS);
  private long committedInTime;
  private long failed;
  private @Nullable IOException firstFailure;

  /** Adds a transaction that was begun in the window, and ended before or after its end. */
  public void committed(long latencyNanos, boolean inTime) {
    nanos.recordValue(latencyNanos);
    if (inTime) {
      committedInTime++;
    }
  }

  public void failed(IOException failure) {
    failed++;
    if (firstFailure == null) {
      firstFailure = failure;
    }
  }

  public void add(Tally other) {
    nanos.add(other.nanos);
    committedInTime += other.committedInTime;
    failed += other.failed;
    if (firstFailure == null) {
      firstFailure = other.firstFailure;
    }
  }

  /** All that were begun in the window and committed, be it after its end. */
  public long committed() {
    return nanos.getTotalCount();
  }

  public long committedInTime() {
    return committedInTime;
  }

  public long failed() {
    return failed;
  }

  public @Nullable IOException firstFailure() {
    return firstFailure;
  }

  /** Prints the first failure, if any. */
  public void reportFailures(Object series, Progress progress) {
    if (firstFailure != null) {
      progress.say(series + ": " + failed + " failed, the first: " + firstFailure);
    }
  }

  public double latencyMicros(double percentile) {
    return nanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }
}
