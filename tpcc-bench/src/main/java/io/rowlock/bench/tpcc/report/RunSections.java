package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.kit.Charts;
import io.rowlock.bench.kit.Page;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import io.rowlock.bench.tpcc.report.RunResult.Constraint;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.knowm.xchart.XYChart;

/** Sections of {@link Report}: throughput over time, latencies, and what was checked. */
final class RunSections {
  private RunSections() {}

  static void addTime(Page page, List<Interval> intervals) {
    page.heading("time", "Throughput over time");
    if (intervals.isEmpty()) {
      page.element("p", "The run was shorter than an interval.");
      return;
    }
    XYChart throughput = Charts.lines("Completed transactions", "seconds", "per second, stacked");
    addStacked(throughput, intervals);
    page.chart(throughput);
    XYChart trouble = Charts.lines("Attempts that lost, and failures", "seconds", "per second");
    addLine(trouble, "conflicts", intervals, Interval::conflicts);
    addLine(trouble, "rolled back as intended", intervals, Interval::rolledBack);
    addLine(trouble, "errors and give-ups", intervals, one -> one.errors() + one.giveUps());
    page.chart(trouble);
  }

  /** The sum of all kinds, then the sums without the last kind, the last two, and so on. */
  private static void addStacked(XYChart chart, List<Interval> intervals) {
    for (int top = Kind.values().length; top > 0; top--) {
      List<Kind> below = List.of(Kind.values()).subList(0, top);
      List<Double> rates =
          values(
              intervals,
              one -> below.stream().mapToDouble(k -> one.types().getOrDefault(k, 0.0)).sum());
      Charts.area(chart, below.get(top - 1).title(), top - 1, seconds(intervals), rates);
    }
  }

  private static void addLine(
      XYChart chart, String name, List<Interval> intervals, ToDoubleFunction<Interval> value) {
    Charts.line(chart, name, seconds(intervals), values(intervals, value));
  }

  /** The start of the first interval and the end of each interval. */
  private static List<Double> seconds(List<Interval> intervals) {
    List<Double> seconds = new ArrayList<>(List.of(0.0));
    intervals.forEach(one -> seconds.add(one.second()));
    return seconds;
  }

  /** The value of each interval; the first one twice, because a line needs two points. */
  private static List<Double> values(List<Interval> intervals, ToDoubleFunction<Interval> value) {
    List<Double> values = new ArrayList<>(List.of(value.applyAsDouble(intervals.get(0))));
    intervals.forEach(one -> values.add(value.applyAsDouble(one)));
    return values;
  }

  static void addLatencies(Page page, ReportedRun run) {
    page.heading("types", "Types of business transactions");
    page.note(
        "Times in milliseconds, from the begin of a transaction to its end, every retry and wait"
            + " included. The terminal of a queued Delivery waits for the queueing only.");
    List<TypeResult> types = run.result().types();
    page.table(
        "type | count | mix % | mean | p50 | p90 | p95 | p99 | p99.9 | max",
        types.stream().map(RunSections::times).toList());
    page.table(
        "type | rolled back % | attempts/tx | conflicts | give-ups | unknown | errors",
        types.stream().map(RunSections::outcomes).toList());
    Map<String, List<Double>> quantiles = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      Histogram micros = run.latencies().getOrDefault(kind, Histograms.empty());
      if (micros.getTotalCount() > 0) {
        quantiles.put(kind.title(), OperationClasses.quantiles(micros));
      }
    }
    Distributions.add(page, "Latency of business transactions", quantiles);
    page.element("p", run.result().deliveries().text());
  }

  private static List<String> times(TypeResult type) {
    Latency all = type.latency();
    return Numbers.row(
        type.type(),
        type.count(),
        type.mixPercent(),
        all.mean(),
        all.p50(),
        all.p90(),
        all.p95(),
        all.p99(),
        all.p999(),
        all.max());
  }

  private static List<String> outcomes(TypeResult type) {
    return Numbers.row(
        type.type(),
        type.rolledBackPercent(),
        type.attemptsPerTransaction(),
        type.conflicts(),
        type.giveUps(),
        type.unknown(),
        type.errors());
  }

  static void addConstraints(Page page, List<Constraint> constraints) {
    page.heading("constraints", "Constraints");
    page.note("Samples are judged by the interval that contains the true value with 99.7 %.");
    page.table(
        "constraint | of | measured | interval | bound | samples | needed | verdict",
        constraints.stream().map(RunSections::row).toList());
  }

  private static List<String> row(Constraint constraint) {
    return List.of(
        constraint.group(),
        constraint.what(),
        Numbers.of(constraint.measured()),
        Numbers.of(constraint.lower()) + " to " + Numbers.of(constraint.upper()),
        constraint.bound(),
        Numbers.of(constraint.samples()),
        Numbers.of(constraint.samplesNeeded()),
        constraint.verdict().mark());
  }

  static void addCheck(Page page, Optional<CheckResult> check) {
    page.heading("check", "Consistency of the database");
    if (check.isEmpty()) {
      page.element("p", "Not checked with this run; see bench tpcc check.");
    } else {
      boolean isPassed = check.get().isPassed();
      page.paragraph(
              isPassed ? "good" : "bad", isPassed ? "All conditions passed." : "The check FAILED.")
          .element("pre", String.join("\n", check.get().text()));
    }
  }
}
