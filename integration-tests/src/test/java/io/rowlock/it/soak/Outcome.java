package io.rowlock.it.soak;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.tpcc.run.Terminals.Counts;
import io.rowlock.it.soak.Checks.Check;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * All results of a soak but its samples: the content of {@code summary.json}.
 *
 * @param refused strikes that HBase refused
 * @param clientsLost clients that ended although they were not killed
 */
record Outcome(
    SoakPlan configuration,
    Environment environment,
    double seconds,
    int samples,
    Judgement judgement,
    List<String> failedChecks,
    List<Check> checks,
    Map<Strike, Integer> strikes,
    Map<Strike, Integer> refused,
    Vacuuming.Report vacuum,
    Counts counts,
    long tables,
    long failedTables,
    int clientsReplaced,
    int clientsLost) {
  private static final double MEGABYTE = 1 << 20;
  private static final double SECONDS_IN_MINUTE = 60;

  private static final Table<Thirds> TABLE =
      new Table<Thirds>()
          .column("figure", -28, Thirds::what)
          .number("first third", 14, 2, Thirds::first)
          .number("middle third", 14, 2, Thirds::middle)
          .number("last third", 14, 2, Thirds::last);

  /** The results as text: medians of each third. */
  void print(PrintWriter out) {
    TABLE.print("medians of each third", judgement.thirds(), out);
    out.println();
    lines().forEach(out::println);
    judgement.targets().forEach(out::println);
    if (judgement.targets().isEmpty()) {
      out.println("Too few samples to judge memory and threads.");
    }
    failedChecks.forEach(check -> out.println("A CHECK FAILED: " + check));
    if (failedChecks.isEmpty()) {
      out.printf("%d checks of every row passed, and no lock is left.%n", checks.size());
    }
  }

  /** What has happened, in sentences. */
  List<String> lines() {
    return List.of(
        "%.1f minutes: %,d commits, %,d conflicts, %,d failures, %,d unknown outcomes"
            .formatted(
                seconds / SECONDS_IN_MINUTE,
                counts.commits(),
                counts.conflicts(),
                counts.failures(),
                counts.unknown()),
        "Strikes: " + strikes + "; refused by HBase: " + refused,
        "Clients replaced: %d, of which %d had ended by themselves"
            .formatted(clientsReplaced, clientsLost),
        "Tables created, used and dropped: %d; rounds that failed: %d"
            .formatted(tables, failedTables),
        "Vacuum: %,d locks marked, %,d swept, %,d kept, %,d without an answer; %d passes failed"
            .formatted(
                vacuum.marked(),
                vacuum.swept(),
                vacuum.kept(),
                vacuum.unknown(),
                vacuum.failures()),
        String.format(
            Locale.ROOT,
            "Heap of the lasting client after the first third: %+.2f MB an hour",
            judgement.heapBytesPerHour() / MEGABYTE));
  }
}
