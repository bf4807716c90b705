package io.rowlock.bench.micro.contention;

import java.util.List;

/** Counts what happens in each second of a window. */
final class Seconds {
  private static final long NANOS = 1_000_000_000;

  private Seconds() {}

  /**
   * Of the poorest second.
   *
   * @param ends by {@link System#nanoTime}; those after the window do not count
   */
  static int fewest(long begin, int seconds, List<Long> ends) {
    int[] counts = new int[seconds];
    for (long end : ends) {
      long second = Math.floorDiv(end - begin, NANOS);
      if (second >= 0 && second < seconds) {
        counts[(int) second]++;
      }
    }
    int fewest = counts[0];
    for (int count : counts) {
      fewest = Math.min(fewest, count);
    }
    return fewest;
  }
}
