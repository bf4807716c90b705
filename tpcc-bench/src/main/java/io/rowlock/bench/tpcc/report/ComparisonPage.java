package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.report.Html.Page;
import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** {@code compare.html}. */
final class ComparisonPage {
  static final String FILE = "compare.html";

  private ComparisonPage() {}

  /**
   * The page.
   *
   * @param where the runs are found
   */
  static byte[] of(Comparison comparison, ReportedRun first, ReportedRun second, String where) {
    Html page = new Html();
    page.element("h1", "Two runs of TPC-C");
    page.element("p", first.label()).element("p", second.label()).element("p", "note", where);
    warn(page, first);
    warn(page, second);
    page.heading("settings", "Settings that differ");
    if (comparison.settings().isEmpty()) {
      page.element("p", "None.");
    } else {
      page.table(
          List.of("setting", "A", "B"),
          comparison.settings().stream()
              .map(one -> List.of(one.name(), one.first(), one.second()))
              .toList());
    }
    Drawing drawing = new Drawing();
    for (Comparison.Group group : comparison.groups()) {
      add(page, group);
    }
    page.heading("charts", "Charts");
    ModesSection.draw(page, drawing, List.of(first, second));
    drawRequests(page, drawing, first, second);
    return Page.of("TPC-C: two runs", page);
  }

  private static void warn(Html page, ReportedRun run) {
    String banner = run.result().settings().banner();
    if (!banner.isBlank()) {
      page.element("p", "warning", run.label() + ": " + banner);
    }
  }

  private static void add(Html page, Comparison.Group group) {
    page.heading(group.title().replaceAll("[^A-Za-z]", ""), group.title());
    page.table(
        List.of(group.title(), "A", "B", "B/A"),
        group.figures().stream()
            .map(
                one ->
                    List.of(
                        one.name(), Numbers.of(one.first()), Numbers.of(one.second()), one.ratio()))
            .toList());
  }

  private static void drawRequests(
      Html page, Drawing drawing, ReportedRun first, ReportedRun second) {
    Set<String> kinds = new TreeSet<>(first.result().requests().rpcs().keySet());
    kinds.addAll(second.result().requests().rpcs().keySet());
    if (kinds.isEmpty()) {
      return;
    }
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (ReportedRun run : List.of(first, second)) {
      double transactions = Math.max(1, run.result().totals().transactions());
      series.put(
          run.label(),
          kinds.stream()
              .map(kind -> run.result().requests().rpcs().getOrDefault(kind, 0L) / transactions)
              .toList());
    }
    page.raw(
        drawing.svg(Charts.bars("Requests", "per transaction", List.copyOf(kinds), series, false)));
  }
}
