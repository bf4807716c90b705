package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.kit.Charts;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Page;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.knowm.xchart.XYChart;

/**
 * The page of a comparison with plain HBase: what is left of the data first, then what it costs.
 */
public final class SidesPage {
  private SidesPage() {}

  /** Completed transactions per second, at the end of each second of all windows. */
  public record Track(List<Double> seconds, List<Double> perSecond) {}

  /** One of the two, with medians and spreads over its windows. */
  public record Side(
      String mode,
      String name,
      Spread perSecond,
      Spread requests,
      Track track,
      Map<Kind, Histogram> micros,
      CheckResult check) {

    /** What is left of the data, in a sentence. */
    public String verdict() {
      return check.isPassed()
          ? "%s (%s): all %d conditions hold".formatted(name, mode, check.lines().size())
          : "%s (%s): %d of %d conditions are broken"
              .formatted(name, mode, check.failed().size(), check.lines().size());
    }

    private String label() {
      return name + " (" + mode + ")";
    }

    private Latency latency() {
      return Latency.of(Histograms.sum(micros.values()));
    }
  }

  /** Returns the page; the first side is Rowlock's. */
  public static byte[] of(
      Settings settings, Environment environment, Rounds windows, List<Side> sides) {
    Page page = new Page();
    addHeading(page, settings, environment, windows);
    sides.forEach(side -> page.paragraph(side.check().isPassed() ? "good" : "bad", side.verdict()));
    addFigures(page, sides);
    addBroken(page, sides);
    addTime(page, sides);
    addLatencies(page, sides);
    page.heading("check", "What was checked");
    for (Side side : sides) {
      page.element("h3", side.label()).element("pre", String.join("\n", side.check().text()));
    }
    page.heading("configuration", "Configuration");
    page.table("setting | value", Report.facts(settings));
    page.table("environment | value", Report.facts(environment));
    return page.bytes("TPC-C: with transactions and without");
  }

  private static void addHeading(
      Page page, Settings settings, Environment environment, Rounds windows) {
    page.element("h1", "TPC-C on HBase, with transactions and without");
    page.element(
        "p",
        "The same business transactions with the same inputs, each side on a database of its own,"
            + " in turns. Every row was checked at the end.");
    page.note(
        "Warehouses: %d; %s, layout %s; %d rounds of %d s each, after %d s of warm-up of"
                .formatted(
                    settings.origin().scale().warehouses(),
                    settings.crew(),
                    settings.layout(),
                    windows.count(),
                    windows.timeSeconds(),
                    windows.warmupSeconds())
            + " each; "
            + environment.date());
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
        side.check().failed().size() + " of " + side.check().lines().size());
  }

  private static void addBroken(Page page, List<Side> sides) {
    for (Side side : sides) {
      if (!side.check().isPassed()) {
        page.heading("broken-" + side.mode(), "What " + side.name() + " has broken");
        page.table(
            "what should hold | condition | broken by | of rows",
            side.check().failed().stream()
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
    page.chart(Charts.bars("Mean latency", "milliseconds", types, means, false));
    Distributions.add(page, "Latency of all business transactions", quantiles);
  }
}
