package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Cuts the measured time into intervals. Used by one thread. */
final class Intervals {
  private static final double SECONDS_PER_MINUTE = 60;

  private final Recorder recorder;
  private final Histograms histograms;
  private final RunOptions options;
  private final List<Interval> done = new ArrayList<>();
  private EventCounts counts = EventCounts.none();
  private Operations.Counts operations;
  private double from;

  Intervals(
      Recorder recorder,
      Histograms histograms,
      Operations.Counts operationsAtBegin,
      RunOptions options) {
    this.recorder = recorder;
    this.histograms = histograms;
    this.operations = operationsAtBegin;
    this.options = options;
  }

  /** Ends an interval, at a number of seconds since the start. */
  Interval end(double to, Operations.Counts operationsNow) {
    EventCounts countsNow = recorder.counts();
    Histogram all = Histograms.empty();
    recorder
        .takeMicros()
        .forEach(
            (kind, micros) -> {
              all.add(micros);
              histograms.add(kind, from, to, micros);
            });
    Interval interval = interval(to, countsNow.minus(counts), operationsNow.minus(operations), all);
    counts = countsNow;
    operations = operationsNow;
    from = to;
    done.add(interval);
    return interval;
  }

  private Interval interval(
      double to, EventCounts events, Operations.Counts ops, Histogram micros) {
    double seconds = Math.max(to - from, 1e-3);
    Map<Kind, Double> types = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      types.put(kind, events.of(kind, Event.COMPLETED) / seconds);
    }
    return new Interval(
        to,
        options.threads,
        events.of(Event.COMPLETED) / seconds,
        ops.reads() / seconds,
        ops.writes() / seconds,
        ops.others() / seconds,
        Latency.percentile(micros, options.percentile),
        events.failures() / seconds,
        events.of(Kind.NEW_ORDER, Event.COMPLETED) / seconds * SECONDS_PER_MINUTE,
        types,
        events.of(Event.ROLLED_BACK) / seconds,
        events.of(Event.CONFLICTS) / seconds,
        events.of(Event.GIVE_UPS) / seconds);
  }

  List<Interval> done() {
    return List.copyOf(done);
  }

  /** A line during the run: up to the bar in sysbench's form, for programs that parse it. */
  static String line(Interval interval, int percentile) {
    String line =
        String.format(
            Locale.ROOT,
            "[ %.0fs ] thds: %d tps: %4.2f qps: %4.2f (r/w/o: %4.2f/%4.2f/%4.2f) lat (ms,%d%%):"
                + " %4.2f err/s %4.2f reconn/s: %4.2f",
            interval.second(),
            interval.threads(),
            interval.tps(),
            interval.qps(),
            interval.reads(),
            interval.writes(),
            interval.others(),
            percentile,
            interval.latencyMillis(),
            interval.errors(),
            0.0);
    String rates =
        Arrays.stream(Kind.values())
            .map(kind -> interval.types().getOrDefault(kind, 0.0))
            .map(rate -> String.format(Locale.ROOT, "%.1f", rate))
            .collect(Collectors.joining("/"));
    return String.format(
        Locale.ROOT,
        "%s | nopm: %.0f no/p/os/d/sl: %s ucabort/s: %.2f cflt/s: %.2f giveup/s: %.2f",
        line,
        interval.nopm(),
        rates,
        interval.rolledBack(),
        interval.conflicts(),
        interval.giveUps());
  }
}
