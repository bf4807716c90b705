package io.rowlock.bench.tpcc.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.Page;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.report.RunResult.Processes;
import io.rowlock.bench.tpcc.report.RunResult.Requests;
import io.rowlock.bench.tpcc.report.RunResult.Totals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** The page {@code report.html} of a run. */
public final class Report {
  public static final String FILE = "report.html";

  private Report() {}

  /** Reports a run. */
  public static byte[] of(ReportedRun run) {
    Page page = new Page();
    addHeading(page, run);
    addFigures(page, run.result());
    RunSections.addTime(page, run.result().intervals());
    RunSections.addLatencies(page, run);
    OperationsSection.add(page, run.result().ops());
    RunSections.addConstraints(page, run.result().constraints());
    RunSections.addCheck(page, run.check());
    addRequests(page, run.result());
    page.heading("configuration", "Configuration");
    page.table("setting | value", facts(run.result().settings()));
    page.table("environment | value", facts(run.result().environment()));
    return page.bytes("TPC-C: " + run.label());
  }

  private static void addHeading(Page page, ReportedRun run) {
    Settings settings = run.result().settings();
    page.element("h1", "TPC-C on HBase: " + run.label());
    page.note(
        "%d warehouses, %s, %s s, profile %s; %s"
            .formatted(
                settings.origin().scale().warehouses(),
                settings.crew(),
                Numbers.of(run.result().totals().seconds()),
                settings.profile(),
                run.result().environment().date()));
    page.note("Not audited, and no result of the TPC: NOPM are New-Orders a minute, not tpmC.");
    if (!settings.banner().isBlank()) {
      page.paragraph("warning", settings.banner());
    }
    if (settings.mode().startsWith("raw")) {
      page.paragraph(
          "warning",
          "Weaker isolation: plain HBase without transactions, as a yardstick. The data that it"
              + " leaves behind may be inconsistent.");
    }
  }

  private static void addFigures(Page page, RunResult result) {
    Totals totals = result.totals();
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("transactions per second", Numbers.of(totals.transactionsPerSecond()));
    figures.put("NOPM (driver)", Numbers.of(totals.nopm()));
    figures.put("NOPM (database)", Numbers.of(totals.nopmDatabase()));
    figures.put("mean latency, ms", Numbers.of(totals.latency().mean()));
    figures.put("95 % answered within, ms", Numbers.of(totals.latency().p95()));
    figures.put("requests per transaction", Numbers.of(result.requests().rpcsPerTransaction()));
    Processes processes = result.processes();
    if (processes != null) {
      figures.put("CPU us per transaction, clients", Numbers.of(processes.clientMicros()));
      if (processes.serverMicros() != null) {
        figures.put("CPU us per transaction, servers", Numbers.of(processes.serverMicros()));
      }
      figures.put("fairness of clients", Numbers.of(processes.fairness()));
    }
    figures.put("failures", Numbers.of(totals.failures()));
    page.raw("<div class=\"figures\">");
    figures.forEach((name, value) -> page.raw("<div><b>" + value + "</b>" + name + "</div>"));
    page.raw("</div>");
  }

  private static void addRequests(Page page, RunResult result) {
    Requests requests = result.requests();
    page.heading("requests", "Requests and row mutations");
    double transactions = Math.max(1, result.totals().transactions());
    List<List<String>> rows = new ArrayList<>();
    requests
        .rpcs()
        .forEach((kind, n) -> rows.add(List.of(kind, Numbers.of(n), Numbers.of(n / transactions))));
    page.table("requests | count | per transaction", rows);
    page.element(
        "p",
        "%s requests and %s row mutations per transaction."
            .formatted(
                Numbers.of(requests.rpcsPerTransaction()),
                Numbers.of(requests.rowMutationsPerTransaction())));
    page.table("Rowlock's counters | count", requests.library());
  }

  /** The fields of a record and of those in it, by their paths. */
  static Map<String, String> facts(Object thing) {
    Map<String, String> facts = new LinkedHashMap<>();
    addFacts(facts, "", new ObjectMapper().valueToTree(thing));
    return facts;
  }

  private static void addFacts(Map<String, String> facts, String path, JsonNode node) {
    if (node.isObject()) {
      String prefix = path.isEmpty() ? "" : path + ".";
      node.fields().forEachRemaining(f -> addFacts(facts, prefix + f.getKey(), f.getValue()));
    } else {
      facts.put(path, node.isValueNode() ? node.asText() : node.toString());
    }
  }

  /**
   * A run with what belongs to it.
   *
   * @param latencies in microseconds
   * @param check empty when the database was not checked afterwards
   */
  public record ReportedRun(
      String label, RunResult result, Map<Kind, Histogram> latencies, Optional<CheckResult> check) {
    /** A run with its mode and layout as its name. */
    public static ReportedRun of(
        RunResult result, Map<Kind, Histogram> latencies, Optional<CheckResult> check) {
      String label = result.settings().mode() + " on " + result.settings().layout();
      return new ReportedRun(label, result, latencies, check);
    }
  }
}
