package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts and latencies of the transactions that began in a window. As JSON it contains the whole
 * histogram, so that tallies of several processes add up like those of threads.
 */
public final class Tally {
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final double NANOS_PER_MICRO = 1000;

  private final Histogram nanos = new Histogram(SIGNIFICANT_DIGITS);
  private long committedInTime;
  private long failed;
  private @Nullable IOException firstFailure;

  public Tally() {}

  @JsonCreator
  Tally(
      @JsonProperty("nanos") String histogram,
      @JsonProperty("committedInTime") long committedInTime,
      @JsonProperty("failed") long failed,
      @JsonProperty("firstFailure") @Nullable String firstFailure) {
    nanos.add(HistogramText.decode(histogram));
    this.committedInTime = committedInTime;
    this.failed = failed;
    this.firstFailure = firstFailure == null ? null : new IOException(firstFailure);
  }

  /** The sum of two tallies. */
  public static Tally sum(Tally one, Tally other) {
    Tally sum = new Tally();
    sum.add(one);
    sum.add(other);
    return sum;
  }

  /** Adds a transaction that began in the window; it can end after the window. */
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

  /** Transactions that began in the window and committed, even after its end. */
  public long committed() {
    return nanos.getTotalCount();
  }

  @JsonProperty("committedInTime")
  public long committedInTime() {
    return committedInTime;
  }

  @JsonProperty("failed")
  public long failed() {
    return failed;
  }

  public @Nullable IOException firstFailure() {
    return firstFailure;
  }

  @JsonProperty("nanos")
  String histogram() {
    return HistogramText.encode(nanos);
  }

  @JsonProperty("firstFailure")
  @Nullable String firstFailureText() {
    return firstFailure == null ? null : firstFailure.toString();
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
