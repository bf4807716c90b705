package io.rowlock.bench.inserts;

import io.rowlock.bench.measure.Spread;
import java.io.PrintWriter;
import java.util.Locale;

/** The results as a table for people: medians of the rounds. */
final class TextReport {
  private static final double MICROS_PER_MILLI = 1_000;

  private final PrintWriter out;

  TextReport(PrintWriter out) {
    this.out = out;
  }

  void print(Outcome outcome) {
    out.printf(
        Locale.ROOT,
        "%n%-32s %10s %9s %9s %9s %9s %8s %7s%n",
        "medians of the rounds",
        "inserts/s",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "max ms",
        "regions",
        "failed");
    outcome.rows().forEach(this::row);
    out.println();
    for (Ratio ratio : outcome.ratios()) {
      out.printf("%s / raw: inserts/s %s%n", ratio.series(), ratio.insertsPerSecond().times());
    }
    for (Row row : outcome.rows()) {
      if (row.visiblePerSecond() != null) {
        out.printf(
            Locale.ROOT,
            "%s: %.0f records/s visible on both clusters (%.0f..%.0f)%n",
            row.series(),
            row.visiblePerSecond().median(),
            row.visiblePerSecond().min(),
            row.visiblePerSecond().max());
      }
    }
    outcome.failedChecks().forEach(check -> out.println("A CHECK FAILED: " + check));
    if (outcome.failedChecks().isEmpty()) {
      out.println("Rows counted after every window: as many as were acknowledged.");
    }
    out.flush();
  }

  private void row(Row row) {
    out.printf(
        Locale.ROOT,
        "%-32s %10.0f %9.2f %9.2f %9.2f %9.2f %8d %7d%n",
        row.series(),
        row.insertsPerSecond().median(),
        millis(row.p50Micros()),
        millis(row.p95Micros()),
        millis(row.p99Micros()),
        millis(row.slowestMicros()),
        row.regionsTouched(),
        row.failed());
  }

  private static double millis(Spread micros) {
    return micros.median() / MICROS_PER_MILLI;
  }
}
