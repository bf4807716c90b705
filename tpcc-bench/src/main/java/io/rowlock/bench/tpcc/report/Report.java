package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.kit.Charts;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Page;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunResult.Constraint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.XYChart;

/** What the page of TPC-C has beside figures: what is left of the data, and the course of a run. */
public record Report(List<Side> sides, List<Constraint> constraints) {
  private static final Figure MEAN_MILLIS = Figure.spread("meanMillis");

  /** Completed transactions per second, at the end of each interval of all windows. */
  public record Track(List<Double> seconds, List<Double> perSecond) {}

  /**
   * A mode.
   *
   * @param windows the latencies of each
   * @param check null if the data were not checked
   */
  public record Side(
      String mode,
      String name,
      Track track,
      List<Map<Kind, Histogram>> windows,
      @Nullable CheckResult check) {

    /** What is left of the data, in a sentence. */
    public String verdict() {
      if (check == null) {
        return "The data were not checked.";
      }
      return check.isPassed()
          ? "%s: all %d conditions hold.".formatted(label(), check.lines().size())
          : "%s: %d of %d conditions are broken."
              .formatted(label(), check.failed().size(), check.lines().size());
    }

    private String style() {
      return check == null ? "warning" : check.isPassed() ? "good" : "bad";
    }

    public String label() {
      return name + " (" + mode + ")";
    }

    private Histogram micros() {
      return Histograms.sum(windows.stream().flatMap(one -> one.values().stream()).toList());
    }
  }

  /** The mean latency of one kind is a series. */
  private record KindSeries(String side, Kind kind) implements SeriesKey {
    @Override
    public String subject() {
      return side;
    }
  }

  /** Returns the verdicts on the run and the data, with classes of {@link Page}. */
  public Map<String, String> notices(String banner) {
    Map<String, String> notices = new LinkedHashMap<>();
    if (!banner.isEmpty()) {
      notices.put(banner, "warning");
    }
    notices.put("Not audited, and no result of the TPC.", "note");
    sides.forEach(side -> notices.put(side.verdict(), side.style()));
    return notices;
  }

  /** Adds all sections after the figures. */
  public void addTo(Page page) {
    sides.forEach(side -> addBroken(page, side));
    addConstraints(page);
    addTime(page);
    addLatencies(page);
    addChecks(page);
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

  /** Times are in milliseconds, all others in percent but for the lines of an order. */
  private void addConstraints(Page page) {
    if (!constraints.isEmpty()) {
      page.heading("constraints", "Constraints of the specification");
      page.table(
          "constraint | measured | bound | 99.7 % interval | samples | needed | verdict",
          constraints.stream()
              .map(
                  one ->
                      List.of(
                          one.group() + ": " + one.what(),
                          Numbers.of(one.measured()),
                          one.bound(),
                          String.format(Locale.ROOT, "%.2f .. %.2f", one.lower(), one.upper()),
                          Numbers.of(one.samples()),
                          Numbers.of(one.samplesNeeded()),
                          one.verdict().mark()))
              .toList());
    }
  }

  private void addChecks(Page page) {
    for (Side side : sides) {
      CheckResult check = side.check();
      if (check != null) {
        page.heading("check-" + side.mode(), "What was checked of " + side.label());
        page.element("pre", String.join("\n", check.text()));
      }
    }
  }

  private void addTime(Page page) {
    page.heading("time", "Throughput over time");
    XYChart chart =
        Charts.lines("Completed transactions", "seconds measured of each side", "per second");
    for (Side side : sides) {
      Charts.line(chart, side.label(), side.track().seconds(), side.track().perSecond());
    }
    page.chart(chart);
  }

  private void addLatencies(Page page) {
    page.heading("latency", "Latency");
    page.note("From the begin of a business transaction to its end, with every retry and wait.");
    List<Point<KindSeries>> points = new ArrayList<>();
    Map<String, List<Double>> quantiles = new LinkedHashMap<>();
    for (Side side : sides) {
      addMeans(points, side);
      quantiles.put(side.label(), OperationClasses.quantiles(side.micros()));
    }
    if (!points.isEmpty()) {
      page.chart(
          Charts.spreads(
              "Mean latency, ms",
              "",
              new Points<>(points).rows(),
              series -> series.kind().title(),
              row -> row.spread(MEAN_MILLIS)));
    }
    page.chart(Distributions.chart("Latency in all rounds together", quantiles));
  }

  private static void addMeans(List<Point<KindSeries>> points, Side side) {
    for (int window = 0; window < side.windows().size(); window++) {
      Map<Kind, Histogram> micros = side.windows().get(window);
      for (Kind kind : Kind.values()) {
        Histogram ofKind = micros.getOrDefault(kind, Histograms.empty());
        if (ofKind.getTotalCount() > 0) {
          Point<KindSeries> point = Point.of(new KindSeries(side.label(), kind), window);
          points.add(point.with(MEAN_MILLIS, Latency.of(ofKind).mean()));
        }
      }
    }
  }
}
