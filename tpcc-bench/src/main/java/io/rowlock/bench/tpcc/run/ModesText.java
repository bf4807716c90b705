package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Table;
import io.rowlock.bench.tpcc.run.ModesOutcome.ModeRatio;
import java.io.PrintWriter;

/** A comparison of modes for people: medians of the rounds, ratios with their spread. */
final class ModesText {
  private static final Table<ModeRow> TABLE =
      new Table<ModeRow>()
          .column("mode", -14, ModeRow::mode)
          .number("tx/s", 9, 1, row -> row.txPerSecond().median())
          .number("NOPM", 9, 0, row -> row.nopm().median())
          .number("mean ms", 9, 2, row -> row.meanMillis().median())
          .number("p95 ms", 9, 2, row -> row.p95Millis().median())
          .number("conflicts", 10, 4, row -> row.conflictsPerTx().median())
          .column("failures", 9, ModeRow::failures)
          .number("RPCs/tx", 8, 2, row -> row.rpcsPerTx().median())
          .number("rows/tx", 9, 2, row -> row.rowMutationsPerTx().median());

  private ModesText() {}

  static void print(ModesOutcome outcome, PrintWriter out) {
    TABLE.print("medians of " + outcome.rounds(), outcome.rows(), out);
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
}
