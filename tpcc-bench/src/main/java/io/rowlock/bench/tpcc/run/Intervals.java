package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Operations;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Interval;
import io.rowlock.bench.tpcc.report.Latency;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Cuts the measured time into intervals. Used by one thread. */
final class Intervals {
  private static final double SECONDS_PER_MINUTE = 60;

  private final Recorder recorder;
  private final Histograms histograms;
  private final int threads;
  private final int percentile;
  private final List<Interval> done = new ArrayList<>();
  private EventCounts counts = EventCounts.none();
  private Operations.Counts operations;
  private double from;

  /**
   * None yet.
   *
   * @param operations at the begin
   */
  Intervals(
      Recorder recorder,
      Histograms histograms,
      Operations.Counts operations,
      int threads,
      int percentile) {
    this.recorder = recorder;
    this.histograms = histograms;
    this.operations = operations;
    this.threads = threads;
    this.percentile = percentile;
  }

  /**
   * One has ended.
   *
   * @param to seconds since the begin
   * @param operationsNow at that time
   */
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
        threads,
        events.of(Event.COMPLETED) / seconds,
        ops.reads() / seconds,
        ops.writes() / seconds,
        ops.others() / seconds,
        Latency.percentile(micros, percentile),
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
}
