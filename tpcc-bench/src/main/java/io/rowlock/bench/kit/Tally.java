package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.io.IOException;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.jspecify.annotations.Nullable;

/** Counts and latencies of the transactions that began in a window. */
public final class Tally {
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final double NANOS_PER_MICRO = 1000;

  private final Histogram nanos = new Histogram(SIGNIFICANT_DIGITS);
  private long committedInTime;
  private long failed;
  private @Nullable IOException firstFailure;

  /** A tally on its way from another process. */
  record State(
      @JsonSerialize(using = HistogramJson.Writer.class)
          @JsonDeserialize(using = HistogramJson.Reader.class)
          Histogram nanos,
      long committedInTime,
      long failed,
      @Nullable String firstFailure) {}

  @JsonCreator
  static Tally of(State state) {
    Tally tally = new Tally();
    tally.nanos.add(state.nanos());
    tally.committedInTime = state.committedInTime();
    tally.failed = state.failed();
    if (state.firstFailure() != null) {
      tally.firstFailure = new IOException(state.firstFailure());
    }
    return tally;
  }

  @JsonValue
  State state() {
    return new State(
        nanos, committedInTime, failed, firstFailure == null ? null : describe(firstFailure));
  }

  private static String describe(IOException failure) {
    Throwable root = Throwables.getRootCause(failure);
    return root == failure ? failure.toString() : failure + ", caused by " + root;
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
