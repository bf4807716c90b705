package io.rowlock.bench.tpcc.run;

import java.io.PrintWriter;
import java.util.Locale;

/** A comparison of modes for people: medians of the rounds, ratios with their spread. */
final class ModesText {
  private ModesText() {}

  static void print(ModesOutcome outcome, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%n%-14s %9s %9s %9s %9s %10s %9s %8s %9s%n",
        "medians of " + outcome.rounds(),
        "tx/s",
        "NOPM",
        "mean ms",
        "p95 ms",
        "conflicts",
        "failures",
        "RPCs/tx",
        "rows/tx");
    outcome.rows().forEach(row -> row(row, out));
    out.println();
    for (ModeRatio ratio : outcome.ratios()) {
      out.printf(
          "%s / %s: throughput %s, mean latency %s%n",
          ratio.mode(), ratio.over(), ratio.throughput().times(), ratio.meanLatency().times());
    }
    out.println();
    outcome.targets().forEach(out::println);
    if (!outcome.settings().banner().isEmpty()) {
      out.println(outcome.settings().banner());
    }
    out.println("The data are not checked: modes without transactions break them.");
    out.flush();
  }

  private static void row(ModeRow row, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%-14s %9.1f %9.0f %9.2f %9.2f %10.4f %9d %8.2f %9.2f%n",
        row.mode(),
        row.txPerSecond().median(),
        row.nopm().median(),
        row.meanMillis().median(),
        row.p95Millis().median(),
        row.conflictsPerTx().median(),
        row.failures(),
        row.rpcsPerTx().median(),
        row.rowMutationsPerTx().median());
  }
}
