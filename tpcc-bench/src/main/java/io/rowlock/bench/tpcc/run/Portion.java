package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.clients.Share;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.DeliveryLine;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.RunResult.Processes;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/**
 * What one client has measured, or several together: counts and histograms that can be added up.
 *
 * @param startMillis the begin of the measured time, in milliseconds since 1970
 * @param completed business transactions of each client
 * @param before counters at the begin of the measured time
 * @param after counters at its end
 */
record Portion(
    long startMillis,
    List<Long> completed,
    EventCounts counts,
    List<Slice> slices,
    Probe.Reading before,
    Probe.Reading after,
    Probe.Times times,
    List<DeliveryLine> deliveries,
    @Nullable String firstFailure) {
  private static final double NANOS_PER_MICRO = 1_000;
  private static final double MILLIS = 1_000;

  /** Adds what another client measured meanwhile. */
  Portion plus(Portion other) {
    return new Portion(
        Math.min(startMillis, other.startMillis),
        both(completed, other.completed),
        counts.plus(other.counts),
        Slice.sum(slices, other.slices),
        before.plus(other.before, Math::min),
        after.plus(other.after, Math::max),
        times.plus(other.times),
        both(deliveries, other.deliveries),
        firstFailure == null ? other.firstFailure : firstFailure);
  }

  private static <T> List<T> both(List<T> some, List<T> others) {
    return ImmutableList.<T>builder().addAll(some).addAll(others).build();
  }

  /** The measured time. */
  double seconds() {
    return slices.get(slices.size() - 1).to();
  }

  /** Returns completed transactions by second. */
  double perSecond() {
    return counts.of(Event.COMPLETED) / seconds();
  }

  /** Returns requests by completed transaction. */
  double requests() {
    return difference().allRpcs() / (double) Math.max(1, counts.of(Event.COMPLETED));
  }

  /** Returns what clients measured that ran at the same time. */
  static Portion sum(List<Portion> portions) {
    return portions.stream().reduce(Portion::plus).orElseThrow();
  }

  /** Returns the latencies of completed transactions. */
  Map<Kind, Histogram> micros() {
    return slices.stream().map(Slice::micros).reduce(Map.of(), Histograms::sum);
  }

  Histogram micros(Kind kind) {
    return micros().getOrDefault(kind, Histograms.empty());
  }

  List<Interval> intervals() {
    return slices.stream().map(Slice::interval).toList();
  }

  /** Returns what the {@link Probe} has counted in the measured time. */
  Probe.Reading difference() {
    return after.minus(before);
  }

  Deliveries deliveryCounts() {
    return Deliveries.of(deliveries, startMillis + Math.round(seconds() * MILLIS));
  }

  /** Returns the figures of the processes of the clients and servers. */
  Processes processes() {
    Probe.Reading difference = difference();
    double all = NANOS_PER_MICRO * Math.max(1, counts.of(Event.COMPLETED));
    Long servers = difference.serverNanos();
    return new Processes(
        completed,
        Share.fairness(completed.stream().mapToDouble(Long::doubleValue).toArray()),
        difference.clientNanos() / all,
        servers == null ? null : servers / all);
  }
}
