package io.rowlock.bench.profile;

import io.rowlock.bench.measure.Spread;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** The results as a table for people: medians of the rounds, ratios with their spread. */
final class TextReport {
  private final PrintWriter out;

  TextReport(PrintWriter out) {
    this.out = out;
  }

  void print(Outcome outcome) {
    for (Profile profile : outcome.configuration().profiles()) {
      for (int threads : outcome.configuration().threads()) {
        group(profile, threads, outcome);
      }
    }
    if (outcome.configuration().hot() == null
        && outcome.environment().cluster().regionServers() == 1) {
      expectations(
          outcome.rows().stream().filter(row -> row.threads() == 1).toList(),
          outcome.configuration().colocated());
    }
    warmUp(outcome.warmUp());
    out.println();
    outcome.targets().forEach(out::println);
    outcome.disagreements().forEach(d -> out.println("THE COUNTS DISAGREE: " + d));
    out.flush();
  }

  private void group(Profile profile, int threads, Outcome outcome) {
    out.printf(
        Locale.ROOT,
        "%n%-24s %9s %9s %9s %9s %10s %9s %8s %8s%n",
        profile + ", threads: " + threads,
        "tx/s",
        "p50 us",
        "p95 us",
        "p99 us",
        "conflicts",
        "failed",
        "RPCs fg",
        "RPCs bg");
    outcome.rows().stream()
        .filter(row -> row.profile() == profile && row.threads() == threads)
        .forEach(this::row);
    outcome.ratios().stream()
        .filter(ratio -> ratio.profile() == profile && ratio.threads() == threads)
        .forEach(this::ratio);
  }

  private void row(Row row) {
    out.printf(
        Locale.ROOT,
        "  %-22s %9.1f %9.0f %9.0f %9.0f %10.4f %9.4f %8.2f %8.2f%n",
        row.mode(),
        row.txPerSecond().median(),
        row.p50Micros().median(),
        row.p95Micros().median(),
        row.p99Micros().median(),
        row.conflictsPerTx().median(),
        row.failedPerTx().median(),
        row.rpcsForegroundPerTx().median(),
        row.rpcsBackgroundPerTx().median());
  }

  private void ratio(Ratio ratio) {
    out.printf(
        Locale.ROOT,
        "  %-22s throughput %s, p50 %s%n",
        "tx / " + ratio.over(),
        ratio.txPerSecond().times(),
        ratio.p50Micros().times());
  }

  private void warmUp(List<Warming> warmUp) {
    if (warmUp.isEmpty()) {
      out.printf("%nNothing was warmed: these figures are not of compiled code.%n");
      return;
    }
    out.printf("%n%-32s %12s %12s%n", "Warm-up, tx/s", "first turn", "last turn");
    for (Warming warming : warmUp) {
      out.printf(
          Locale.ROOT,
          "  %-30s %12.1f %12.1f  %s%n",
          warming.profile() + " " + warming.mode(),
          warming.first(),
          warming.last(),
          warming.verdict());
    }
  }

  private void expectations(List<Row> rows, boolean colocated) {
    out.println();
    for (Row row : rows) {
      ExpectedRpcs expected = ExpectedRpcs.of(row.profile(), row.mode(), colocated);
      out.printf(
          Locale.ROOT,
          "RPCs, %s %s, 1 thread: expected %s + %s in the background (%s), measured %s + %s: %s%n",
          row.profile(),
          row.mode(),
          expected.foreground(),
          expected.background(),
          expected.why(),
          exact(row.rpcsForegroundPerTx()),
          exact(row.rpcsBackgroundPerTx()),
          expected.agreesWith(row) ? "as expected" : "DIFFERENT");
    }
  }

  private static String exact(Spread spread) {
    return spread.min() == spread.max()
        ? String.format(Locale.ROOT, "%.4f", spread.median())
        : String.format(Locale.ROOT, "%.4f..%.4f", spread.min(), spread.max());
  }
}
