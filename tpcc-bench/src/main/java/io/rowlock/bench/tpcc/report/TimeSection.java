package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.business.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;

/** How a run went on. */
final class TimeSection {
  private TimeSection() {}

  static void add(Html page, Drawing drawing, RunResult result) {
    page.heading("time", "Throughput over time");
    List<Interval> intervals = result.intervals();
    if (intervals.isEmpty()) {
      page.element("p", "The run was shorter than an interval.");
      return;
    }
    XYChart throughput = Charts.lines("Completed transactions", "seconds", "per second, stacked");
    addStacked(throughput, intervals);
    page.raw(drawing.svg(throughput));
    XYChart trouble = Charts.lines("Attempts that lost, and failures", "seconds", "per second");
    add(trouble, "conflicts", intervals, Interval::conflicts);
    add(trouble, "rolled back as wanted", intervals, Interval::rolledBack);
    add(trouble, "errors and give-ups", intervals, one -> one.errors() + one.giveUps());
    page.raw(drawing.svg(trouble));
  }

  /** The whole first, then what is left of it without one type after the other. */
  private static void addStacked(XYChart chart, List<Interval> intervals) {
    for (int top = Kind.values().length; top > 0; top--) {
      List<Kind> below = List.of(Kind.values()).subList(0, top);
      Kind kind = below.get(top - 1);
      Charts.area(
          chart,
          kind.title(),
          top - 1,
          seconds(intervals),
          values(
              intervals,
              one -> below.stream().mapToDouble(k -> one.types().getOrDefault(k, 0.0)).sum()));
    }
  }

  private static void add(
      XYChart chart, String name, List<Interval> intervals, ToDoubleFunction<Interval> value) {
    Charts.line(chart, name, seconds(intervals), values(intervals, value));
  }

  /** The begin of the first interval, and the end of each. */
  private static List<Double> seconds(List<Interval> intervals) {
    List<Double> seconds = new ArrayList<>(List.of(0.0));
    intervals.forEach(one -> seconds.add(one.second()));
    return seconds;
  }

  /** Of each interval; the first one's twice, as a line needs two points. */
  private static List<Double> values(List<Interval> intervals, ToDoubleFunction<Interval> value) {
    List<Double> values = new ArrayList<>(List.of(value.applyAsDouble(intervals.get(0))));
    intervals.forEach(one -> values.add(value.applyAsDouble(one)));
    return values;
  }
}
