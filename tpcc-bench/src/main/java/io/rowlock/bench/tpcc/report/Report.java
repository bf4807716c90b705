package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Html.Page;
import io.rowlock.bench.tpcc.report.RunResult.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** {@code report.html}: a run in one page that needs nothing from elsewhere. */
public final class Report {
  public static final String FILE = "report.html";

  private Report() {}

  /**
   * The page.
   *
   * @param runs the first is reported, the others on the same data are compared with it
   */
  public static byte[] of(List<ReportedRun> runs) {
    ReportedRun run = runs.get(0);
    Html page = new Html();
    Drawing drawing = new Drawing();
    addHeading(page, run);
    addFigures(page, run.result());
    if (runs.size() > 1) {
      ModesSection.add(page, drawing, runs);
    }
    TimeSection.add(page, drawing, run.result());
    LatencySection.add(page, drawing, run);
    OperationsSection.add(page, drawing, run.result());
    CorrectnessSection.add(page, run);
    addRequests(page, run.result());
    addConfiguration(page, run.result());
    return Page.of("TPC-C: " + run.label(), page);
  }

  private static void addHeading(Html page, ReportedRun run) {
    Settings settings = run.result().settings();
    page.element("h1", "TPC-C on HBase: " + run.label());
    page.element(
        "p",
        "note",
        "%d warehouses, %d threads, %s s, profile %s, mix %s; %s"
            .formatted(
                settings.origin().scale().warehouses(),
                settings.threads(),
                Numbers.of(run.result().totals().seconds()),
                settings.profile(),
                settings.mix(),
                run.result().environment().date()));
    page.element(
        "p",
        "note",
        "Not audited, and no result of the TPC: NOPM are New-Orders a minute, not tpmC.");
    if (!settings.banner().isBlank()) {
      page.element("p", "warning", settings.banner());
    }
    if (settings.mode().startsWith("raw")) {
      page.element(
          "p",
          "warning",
          "Weaker isolation: plain HBase without transactions, as a yardstick. What it leaves"
              + " behind is not expected to be consistent.");
    }
  }

  private static void addFigures(Html page, RunResult result) {
    Totals totals = result.totals();
    page.raw("<div class=\"figures\">");
    figure(page, "transactions per second", Numbers.of(totals.transactionsPerSecond()));
    figure(page, "NOPM (driver)", Numbers.of(totals.nopm()));
    figure(page, "NOPM (database)", Numbers.of(totals.nopmDatabase()));
    figure(page, "mean latency, ms", Numbers.of(totals.latency().mean()));
    figure(
        page,
        result.settings().percentile() + " % answered within, ms",
        Numbers.of(totals.percentile()));
    figure(page, "requests per transaction", Numbers.of(result.requests().rpcsPerTransaction()));
    figure(page, "failures", Numbers.of(totals.failures()));
    page.raw("</div>");
  }

  private static void figure(Html page, String name, String value) {
    page.raw("<div><b>" + Html.escape(value) + "</b>" + Html.escape(name) + "</div>");
  }

  private static void addRequests(Html page, RunResult result) {
    page.heading("requests", "Requests and row mutations");
    List<List<String>> rows = new ArrayList<>();
    long transactions = Math.max(1, result.totals().transactions());
    result
        .requests()
        .rpcs()
        .forEach(
            (kind, count) ->
                rows.add(
                    List.of(kind, Numbers.of(count), Numbers.of((double) count / transactions))));
    page.table(List.of("requests", "count", "per transaction"), rows);
    page.element(
        "p",
        "%s requests and %s row mutations per transaction%s."
            .formatted(
                Numbers.of(result.requests().rpcsPerTransaction()),
                Numbers.of(result.requests().rowMutationsPerTransaction()),
                expected(result)));
    page.table(List.of("Rowlock's counters", "count"), rows(result.requests().library()));
  }

  private static String expected(RunResult result) {
    return result.requests().expectedRpcs() == 0
        ? ""
        : " (by counting %s and %s)"
            .formatted(
                Numbers.of(result.requests().expectedRpcs()),
                Numbers.of(result.requests().expectedRowMutations()));
  }

  private static void addConfiguration(Html page, RunResult result) {
    page.heading("configuration", "Configuration");
    page.table(List.of("setting", "value"), rows(Facts.of(result.settings())));
    page.table(List.of("environment", ""), rows(Facts.of(result.environment())));
    page.table(List.of("regions", ""), rows(Facts.of(result.regions())));
  }

  private static List<List<String>> rows(Map<String, ?> facts) {
    return facts.entrySet().stream()
        .map(fact -> List.of(fact.getKey(), String.valueOf(fact.getValue())))
        .toList();
  }

  /**
   * A run and what goes with it.
   *
   * @param label to tell it from others beside it
   * @param latencies in microseconds
   * @param check empty when the database was not checked afterwards
   */
  public record ReportedRun(
      String label,
      RunResult result,
      Map<Kind, Histogram> latencies,
      Optional<CheckOutcome> check) {

    /** One of several modes or layouts. */
    public static ReportedRun of(
        RunResult result, Map<Kind, Histogram> latencies, Optional<CheckOutcome> check) {
      String label = result.settings().mode() + " on " + result.settings().layout();
      return new ReportedRun(label, result, latencies, check);
    }

    private ReportedRun under(String name) {
      return new ReportedRun(name + ": " + label, result, latencies, check);
    }

    /** What a run has left in a directory, under a name of its own. */
    static ReportedRun read(String name, Path directory) throws IOException {
      return of(RunResult.read(directory), Histograms.read(directory), Optional.empty())
          .under(name);
    }

    /**
     * What the check of the database after a run has said.
     *
     * @param text lines for people
     */
    public record CheckOutcome(boolean isPassed, String text) {}
  }
}
