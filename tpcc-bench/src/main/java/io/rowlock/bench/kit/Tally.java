package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.google.common.base.Throwables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Counts and latencies of the transactions that began in a window. */
public final class Tally {
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final double NANOS_PER_MICRO = 1000;

  private final Histogram nanos = new Histogram(SIGNIFICANT_DIGITS);
  private long committedInTime;
  private long failed;
  private @Nullable IOException firstFailure;

  /** A tally on its way from another process: the histogram compressed, in Base64. */
  record State(String nanos, long committedInTime, long failed, @Nullable String firstFailure) {}

  @JsonCreator
  static Tally of(State state) throws DataFormatException {
    Tally tally = new Tally();
    ByteBuffer compressed = ByteBuffer.wrap(Base64.getDecoder().decode(state.nanos()));
    tally.nanos.add(Histogram.decodeFromCompressedByteBuffer(compressed, 0));
    tally.committedInTime = state.committedInTime();
    tally.failed = state.failed();
    if (state.firstFailure() != null) {
      tally.firstFailure = new IOException(state.firstFailure());
    }
    return tally;
  }

  @JsonValue
  State state() {
    ByteBuffer compressed = ByteBuffer.allocate(nanos.getNeededByteBufferCapacity());
    int length = nanos.encodeIntoCompressedByteBuffer(compressed);
    return new State(
        Base64.getEncoder().encodeToString(Arrays.copyOf(compressed.array(), length)),
        committedInTime,
        failed,
        firstFailure == null ? null : describe(firstFailure));
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
