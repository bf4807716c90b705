package io.rowlock.bench.contention;

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
        "%n%-32s %9s %9s %9s %9s %12s %7s %7s%n",
        "medians of the rounds",
        "tx/s",
        "p50 ms",
        "p99 ms",
        "max ms",
        "attempts/tx",
        "RPCs/tx",
        "failed");
    outcome.rows().forEach(this::row);
    out.println();
    for (Ratio ratio : outcome.ratios()) {
      out.printf(
          "%s, %d threads / one: throughput %s%n",
          ratio.kind(), ratio.threads(), ratio.txPerSecond().times());
    }
    out.println();
    outcome.targets().forEach(out::println);
    outcome.failedChecks().forEach(check -> out.println("A CHECK FAILED: " + check));
    out.flush();
  }

  private void row(Row row) {
    out.printf(
        Locale.ROOT,
        "%-32s %9.1f %9.2f %9.2f %9.2f %12.2f %7.1f %7d%n",
        row.series(),
        row.txPerSecond().median(),
        millis(row.p50Micros()),
        millis(row.p99Micros()),
        millis(row.slowestMicros()),
        row.attemptsPerTx().median(),
        row.rpcsPerTx().median(),
        row.failed());
    if (row.series().kind() == Kind.AUDITS) {
      out.printf("  in the poorest second of all rounds: %d%n", row.fewestPerSecond());
    }
  }

  private static double millis(Spread micros) {
    return micros.median() / MICROS_PER_MILLI;
  }
}
