package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.RunResult.Interval.Lost;
import io.rowlock.bench.tpcc.report.RunResult.Interval.Rates;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What was counted between two times, in seconds since the begin of the measured time.
 *
 * @param micros the latencies of completed transactions
 */
record Slice(
    double from,
    double to,
    int threads,
    EventCounts events,
    Operations.Counts operations,
    Map<Kind, Histogram> micros) {
  private static final double SECONDS_PER_MINUTE = 60;

  /** Returns the figures of this slice. */
  Interval interval() {
    double seconds = Math.max(to - from, 1e-3);
    Map<Kind, Double> types = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      types.put(kind, events.of(kind, Event.COMPLETED) / seconds);
    }
    return new Interval(
        to,
        threads,
        events.of(Event.COMPLETED) / seconds,
        new Rates(
            operations.reads() / seconds,
            operations.writes() / seconds,
            operations.others() / seconds),
        Latency.of(Histograms.sum(micros.values())).p95(),
        events.failures() / seconds,
        events.of(Kind.NEW_ORDER, Event.COMPLETED) / seconds * SECONDS_PER_MINUTE,
        types,
        new Lost(
            events.of(Event.ROLLED_BACK) / seconds,
            events.of(Event.CONFLICTS) / seconds,
            events.of(Event.GIVE_UPS) / seconds));
  }

  /**
   * Adds the slices of two clients up, which began together. A client that has done its share ends
   * before the other: its last slice is a part of a slice of the other.
   */
  static List<Slice> sum(List<Slice> one, List<Slice> other) {
    boolean isOneLonger =
        end(one) > end(other) || (end(one) == end(other) && one.size() > other.size());
    List<Slice> sum = new ArrayList<>(isOneLonger ? one : other);
    List<Slice> shorter = isOneLonger ? other : one;
    for (int i = 0; i < shorter.size(); i++) {
      int at = Math.min(i, sum.size() - 1);
      sum.set(at, sum.get(at).plus(shorter.get(i)));
    }
    return List.copyOf(sum);
  }

  private static double end(List<Slice> slices) {
    return slices.get(slices.size() - 1).to;
  }

  /** Adds what another client did in the same time. */
  private Slice plus(Slice other) {
    return new Slice(
        from,
        to,
        threads + other.threads,
        events.plus(other.events),
        operations.plus(other.operations),
        Histograms.sum(micros, other.micros));
  }
}
