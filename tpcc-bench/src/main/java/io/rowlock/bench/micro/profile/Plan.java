package io.rowlock.bench.micro.profile;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be measured. Immutable, and sensible once it exists.
 *
 * @param timeSeconds of every point in every round
 * @param warmupSeconds of every profile and mode, before anything is measured
 * @param rows rows in the table
 * @param hot when set, both written rows are taken from so many rows
 * @param attempts of a transaction at most; null when only time limits them
 * @param colocated all rows in one region
 */
record Plan(
    List<Profile> profiles,
    List<Mode> modes,
    List<Integer> threads,
    int timeSeconds,
    int warmupSeconds,
    int rounds,
    int rows,
    @Nullable Integer hot,
    @Nullable Integer attempts,
    boolean colocated,
    long seed) {

  private static final int REGIONS = 4;
  private static final int MOST_THREADS = 10_000;

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  Plan {
    profiles = Arguments.distinct("--profile", profiles);
    modes = Arguments.distinct("--mode", modes);
    threads = Arguments.distinct("--threads", threads);
    for (int count : threads) {
      Arguments.require(
          count >= 1 && count <= MOST_THREADS, "--threads must be 1 to 10000, not " + count);
    }
    Arguments.require(timeSeconds >= 1, "--time must be at least 1 second, not " + timeSeconds);
    Arguments.require(warmupSeconds >= 0, "--warmup must not be negative: " + warmupSeconds);
    Arguments.require(rounds >= 1, "--rounds must be at least 1, not " + rounds);
    Arguments.require(rows >= 8 && rows <= 99_999_999, "--rows must be 8 to 99999999, not " + rows);
    Arguments.require(
        hot == null || hot >= 2, "--hot must be at least 2, as two rows are written: " + hot);
    Arguments.require(
        attempts == null || attempts >= 1, "--attempts must be at least 1, not " + attempts);
    Arguments.require(
        hot == null || hot <= rows, "--hot must not exceed the table's " + rows + " rows");
  }

  int regions() {
    return colocated ? 1 : REGIONS;
  }

  /** The default one, with the limit of attempts. */
  RetryPolicy retryPolicy() {
    return attempts == null
        ? RetryPolicy.ofDefaults()
        : RetryPolicy.builder().maxAttempts(attempts).build();
  }

  Duration time() {
    return Duration.ofSeconds(timeSeconds);
  }

  /** Seconds of each turn that a profile and mode takes while the JVM is warmed. */
  List<Integer> warmupTurns() {
    return Rounds.turns(warmupSeconds);
  }

  /** With which the JVM is warmed. */
  int mostThreads() {
    return Collections.max(threads);
  }

  /** Of every point before its first round: the number of threads is another one. */
  int settlingSeconds() {
    return warmupSeconds == 0 ? 0 : 1;
  }

  /** Seconds of all windows, measured and warm-up. */
  long totalSeconds() {
    long warmed = (long) profiles.size() * modes.size();
    long points = warmed * threads.size();
    return warmed * warmupSeconds + points * (settlingSeconds() + (long) rounds * timeSeconds);
  }
}
