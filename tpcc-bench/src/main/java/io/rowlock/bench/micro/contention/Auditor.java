package io.rowlock.bench.micro.contention;

import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.micro.contention.ContentionClient.Counts;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Compares the sum of all accounts with their total, in one window. Thread-safe. */
final class Auditor {
  private static final long NANOS = 1_000_000_000;

  private final ContentionTable table;
  private final long total;
  private final long begin = System.nanoTime();
  private final Queue<Long> ends = new ConcurrentLinkedQueue<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  /** The window begins now. */
  Auditor(ContentionTable table, long total) {
    this.table = table;
    this.total = total;
  }

  void audit() throws IOException {
    long sum = table.sum();
    ends.add(System.nanoTime());
    if (sum != total) {
      wrong.add("An audit found " + sum + " where there are " + total);
    }
  }

  Audits result(Tally tally, Counts counts, int seconds) {
    int fewest = fewestInASecond(begin, seconds, List.copyOf(ends));
    return new Audits(tally, counts, fewest, List.copyOf(wrong));
  }

  /** The fewest ends, by {@link System#nanoTime}, in any second of a window. */
  static int fewestInASecond(long begin, int seconds, List<Long> ends) {
    int[] counts = new int[seconds];
    for (long end : ends) {
      long second = Math.floorDiv(end - begin, NANOS);
      if (second >= 0 && second < seconds) {
        counts[(int) second]++;
      }
    }
    return Arrays.stream(counts).min().orElse(0);
  }
}
