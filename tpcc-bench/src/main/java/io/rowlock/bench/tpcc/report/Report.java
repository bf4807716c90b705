package io.rowlock.bench.tpcc.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.Charts;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Page;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.XYChart;

/**
 * The page {@code report.html} of one mode, or of a comparison with plain HBase: what is left of
 * the data first, then what it costs.
 */
public final class Report {
  public static final String FILE = "report.html";

  private Report() {}

  /** Completed transactions per second, at the end of each interval of all windows. */
  public record Track(List<Double> seconds, List<Double> perSecond) {}

  /**
   * A mode, with medians and spreads over its windows.
   *
   * @param check null if the data were not checked
   */
  public record Side(
      String mode,
      String name,
      Spread perSecond,
      Spread requests,
      Track track,
      Map<Kind, Histogram> micros,
      @Nullable CheckResult check) {

    /** What is left of the data, in a sentence. */
    public String verdict() {
      if (check == null) {
        return label() + ": the data were not checked";
      }
      return check.isPassed()
          ? "%s: all %d conditions hold".formatted(label(), check.lines().size())
          : "%s: %d of %d conditions are broken"
              .formatted(label(), check.failed().size(), check.lines().size());
    }

    private String style() {
      if (check == null) {
        return "warning";
      }
      return check.isPassed() ? "good" : "bad";
    }

    private String label() {
      return name + " (" + mode + ")";
    }

    private Latency latency() {
      return Latency.of(Histograms.sum(micros.values()));
    }
  }

  /**
   * Returns the page; of two sides, the first is Rowlock's.
   *
   * @param course how long was measured
   */
  public static byte[] of(
      Settings settings, Environment environment, String course, List<Side> sides) {
    Page page = new Page();
    addTitle(page, sides);
    addCourse(page, settings, environment, course);
    sides.forEach(side -> page.paragraph(side.style(), side.verdict()));
    addFigures(page, sides);
    sides.forEach(side -> addBroken(page, side));
    addTime(page, sides);
    addLatencies(page, sides);
    addChecks(page, sides);
    page.heading("configuration", "Configuration");
    page.table("setting | value", facts(settings));
    page.table("environment | value", facts(environment));
    return page.bytes("TPC-C on HBase");
  }

  private static void addTitle(Page page, List<Side> sides) {
    if (sides.size() == 1) {
      page.element("h1", "TPC-C on HBase: " + sides.get(0).label());
    } else {
      page.element("h1", "TPC-C on HBase, with transactions and without");
      page.element(
          "p",
          "The same business transactions with the same inputs, each side on a database of its own,"
              + " in turns. Every row was checked at the end.");
    }
  }

  private static void addCourse(
      Page page, Settings settings, Environment environment, String course) {
    page.note(
        "Warehouses: %d; %s, layout %s, profile %s; %s; %s"
            .formatted(
                settings.origin().scale().warehouses(),
                settings.load().crew(),
                settings.layout(),
                settings.profile(),
                course,
                environment.date()));
    page.note("Not audited, and no result of the TPC.");
    if (!settings.banner().isBlank()) {
      page.paragraph("warning", settings.banner());
    }
  }

  private static void addFigures(Page page, List<Side> sides) {
    page.table(
        "side | tx/s (range) | ratio | mean ms | p50 | p95 | p99 | requests/tx | broken",
        sides.stream().map(side -> row(side, sides.get(sides.size() - 1))).toList());
    page.note("Medians of the windows; the ratio is of the throughput to that of the last line.");
  }

  private static List<String> row(Side side, Side last) {
    Latency millis = side.latency();
    CheckResult check = side.check();
    return List.of(
        side.label(),
        "%s (%s, %s)"
            .formatted(
                Numbers.of(side.perSecond().median()),
                Numbers.of(side.perSecond().min()),
                Numbers.of(side.perSecond().max())),
        Numbers.ratio(last.perSecond().median(), side.perSecond().median()),
        Numbers.of(millis.mean()),
        Numbers.of(millis.p50()),
        Numbers.of(millis.p95()),
        Numbers.of(millis.p99()),
        Numbers.of(side.requests().median()),
        check == null ? "not checked" : check.failed().size() + " of " + check.lines().size());
  }

  private static void addBroken(Page page, Side side) {
    CheckResult check = side.check();
    if (check != null && !check.isPassed()) {
      page.heading("broken-" + side.mode(), "What " + side.name() + " has broken");
      page.table(
          "what should hold | condition | broken by | of rows",
          check.failed().stream()
              .map(
                  one ->
                      List.of(
                          one.condition().meaning(),
                          one.condition().id(),
                          Numbers.of(one.broken()),
                          Numbers.of(one.rows())))
              .toList());
    }
  }

  private static void addChecks(Page page, List<Side> sides) {
    page.heading("check", "What was checked");
    for (Side side : sides) {
      CheckResult check = side.check();
      String text = check == null ? "nothing" : String.join("\n", check.text());
      page.element("h3", side.label()).element("pre", text);
    }
  }

  private static void addTime(Page page, List<Side> sides) {
    page.heading("time", "Throughput over time");
    XYChart chart =
        Charts.lines("Completed transactions", "seconds measured of each side", "per second");
    for (Side side : sides) {
      Charts.line(chart, side.label(), side.track().seconds(), side.track().perSecond());
    }
    page.chart(chart);
  }

  private static void addLatencies(Page page, List<Side> sides) {
    page.heading("latency", "Latency");
    page.note("From the begin of a business transaction to its end, with every retry and wait.");
    List<String> types = Arrays.stream(Kind.values()).map(Kind::title).toList();
    Map<String, List<Double>> means = new LinkedHashMap<>();
    Map<String, List<Double>> quantiles = new LinkedHashMap<>();
    for (Side side : sides) {
      means.put(
          side.label(),
          Arrays.stream(Kind.values())
              .map(kind -> Latency.of(side.micros().getOrDefault(kind, Histograms.empty())).mean())
              .toList());
      quantiles.put(
          side.label(), OperationClasses.quantiles(Histograms.sum(side.micros().values())));
    }
    page.chart(Charts.bars("Mean latency", "milliseconds", types, means));
    page.chart(Distributions.chart("Latency of all business transactions", quantiles));
  }

  /** The fields of a record and of those in it, by their paths. */
  private static Map<String, String> facts(Object thing) {
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
}
