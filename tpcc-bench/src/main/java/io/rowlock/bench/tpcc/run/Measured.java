package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.clients.Share;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.RunResult.Processes;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of a run, of all its clients together.
 *
 * @param difference what the {@link Probe} has counted in the measured time
 * @param completed business transactions of each client
 */
record Measured(
    long startMillis,
    double seconds,
    EventCounts counts,
    Map<Kind, Histogram> micros,
    List<Interval> intervals,
    Probe.Reading difference,
    List<OperationClass> ops,
    List<Long> completed,
    @Nullable String firstFailure) {
  private static final double NANOS_PER_MICRO = 1_000;

  /** Returns the measurements of clients that ran at the same time. */
  static Measured of(List<Portion> portions) {
    Portion all = portions.stream().reduce(Portion::plus).orElseThrow();
    return new Measured(
        all.startMillis(),
        all.seconds(),
        all.counts(),
        all.slices().stream().map(Slice::micros).reduce(Map.of(), Histograms::sum),
        all.slices().stream().map(Slice::interval).toList(),
        all.after().minus(all.before()),
        all.times().classes(),
        all.completed(),
        all.firstFailure());
  }

  /** Returns the figures of the processes of the clients and servers. */
  Processes processes() {
    double all = NANOS_PER_MICRO * Math.max(1, counts.of(Event.COMPLETED));
    Long servers = difference.serverNanos();
    return new Processes(
        completed,
        Share.fairness(completed.stream().mapToDouble(Long::doubleValue).toArray()),
        difference.clientNanos() / all,
        servers == null ? null : servers / all);
  }

  Histogram micros(Kind kind) {
    return micros.getOrDefault(kind, Histograms.empty());
  }
}
