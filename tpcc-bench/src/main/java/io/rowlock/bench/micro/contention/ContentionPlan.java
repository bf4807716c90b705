package io.rowlock.bench.micro.contention;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;

/**
 * What is to be measured. Immutable, and sensible once it exists.
 *
 * @param threads that increment one row
 * @param transferThreads beside the one that audits
 * @param timeSeconds of every window
 * @param warmupSeconds of each case, before the first round
 */
record ContentionPlan(
    int threads,
    int transferThreads,
    int accounts,
    int timeSeconds,
    int warmupSeconds,
    int rounds,
    long seed) {

  private static final int MOST_THREADS = 10_000;
  static final int MOST_ACCOUNTS = 10_000;

  /** One thread and all threads, by two kinds; and the bank. */
  private static final int WINDOWS = 5;

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  ContentionPlan {
    require(threads >= 2 && threads <= MOST_THREADS, "--threads must be 2 to 10000", threads);
    require(
        transferThreads >= 1 && transferThreads <= MOST_THREADS,
        "--transfer-threads must be 1 to 10000",
        transferThreads);
    require(accounts >= 2 && accounts <= MOST_ACCOUNTS, "--accounts must be 2 to 10000", accounts);
    require(timeSeconds >= 1, "--time must be at least 1 second", timeSeconds);
    require(warmupSeconds >= 0, "--warmup must not be negative", warmupSeconds);
    require(rounds >= 1, "--rounds must be at least 1", rounds);
  }

  Rounds windows() {
    return new Rounds(warmupSeconds, timeSeconds, rounds);
  }

  long totalSeconds() {
    return windows().totalSeconds(WINDOWS);
  }

  private static void require(boolean condition, String message, int given) {
    Arguments.require(condition, message + ", not " + given);
  }
}
