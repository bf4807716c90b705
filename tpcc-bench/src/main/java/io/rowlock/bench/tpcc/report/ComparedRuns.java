package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.kit.Charts;
import io.rowlock.bench.kit.Page;
import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import io.rowlock.bench.tpcc.report.RunResult.Totals;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** Runs side by side, in a report of several modes and in {@code compare.html}. */
final class ComparedRuns {
  static final String FILE = "compare.html";

  private ComparedRuns() {}

  /** Adds a table with ratios to the first run, and charts. */
  static void add(Page page, List<ReportedRun> runs) {
    RunResult first = runs.get(0).result();
    page.table(
        "run | tx/s | ratio | NOPM | mean ms | ratio | p95 ms | requests/tx | row mutations/tx |"
            + " failures",
        runs.stream().map(run -> row(run.label(), first, run.result())).toList());
    page.note("Ratios are of the run's figure to that of " + runs.get(0).label() + ".");
    draw(page, runs);
  }

  private static List<String> row(String label, RunResult first, RunResult run) {
    Totals base = first.totals();
    Totals totals = run.totals();
    return List.of(
        label,
        Numbers.of(totals.transactionsPerSecond()),
        Numbers.ratio(base.transactionsPerSecond(), totals.transactionsPerSecond()),
        Numbers.of(totals.nopm()),
        Numbers.of(totals.latency().mean()),
        Numbers.ratio(base.latency().mean(), totals.latency().mean()),
        Numbers.of(totals.latency().p95()),
        Numbers.of(run.requests().rpcsPerTransaction()),
        Numbers.of(run.requests().rowMutationsPerTransaction()),
        Numbers.of(totals.failures()));
  }

  /** Throughput, and latencies by type. */
  private static void draw(Page page, List<ReportedRun> runs) {
    draw(
        page,
        "Throughput",
        "per second",
        List.of("transactions"),
        runs,
        (run, any) -> run.totals().transactionsPerSecond());
    drawTypes(page, "Mean latency", runs, type -> type.latency().mean());
    drawTypes(page, "95 % answered within", runs, type -> type.latency().p95());
  }

  private static void drawTypes(
      Page page, String title, List<ReportedRun> runs, ToDoubleFunction<TypeResult> value) {
    List<String> types = runs.get(0).result().types().stream().map(TypeResult::type).toList();
    draw(page, title, "milliseconds", types, runs, (run, type) -> run.ofType(type, value));
  }

  /** A figure of a category of bars. */
  private interface Bar {
    double of(RunResult run, String category);
  }

  private static void draw(
      Page page, String title, String unit, List<String> groups, List<ReportedRun> runs, Bar bar) {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (ReportedRun run : runs) {
      series.put(run.label(), groups.stream().map(name -> bar.of(run.result(), name)).toList());
    }
    page.chart(Charts.bars(title, unit, groups, series, false));
  }

  /** The page {@value #FILE}; {@code where} names the directories of the runs. */
  static byte[] page(Comparison comparison, List<ReportedRun> runs, String where) {
    Page page = new Page();
    page.element("h1", "Two runs of TPC-C");
    runs.forEach(run -> page.element("p", run.label()));
    page.note(where);
    for (ReportedRun run : runs) {
      String banner = run.result().settings().banner();
      if (!banner.isBlank()) {
        page.paragraph("warning", run.label() + ": " + banner);
      }
    }
    page.heading("settings", "Settings that differ");
    if (comparison.settings().isEmpty()) {
      page.element("p", "None.");
    } else {
      page.table(
          "setting | A | B",
          comparison.settings().stream()
              .map(one -> List.of(one.name(), one.first(), one.second()))
              .toList());
    }
    for (Comparison.Group group : comparison.groups()) {
      page.heading(group.title().replaceAll("[^A-Za-z]", ""), group.title());
      page.table(
          group.title() + " | A | B | B/A",
          group.figures().stream().map(Comparison.Figure::row).toList());
    }
    page.heading("charts", "Charts");
    draw(page, runs);
    TreeSet<String> kinds = new TreeSet<>();
    runs.forEach(run -> kinds.addAll(run.result().requests().rpcs().keySet()));
    if (!kinds.isEmpty()) {
      List<String> names = List.copyOf(kinds);
      draw(page, "Requests", "per transaction", names, runs, RunResult::requestsPerTransaction);
    }
    return page.bytes("TPC-C: two runs");
  }
}
