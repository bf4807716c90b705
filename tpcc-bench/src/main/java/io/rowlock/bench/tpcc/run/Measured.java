package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.clients.Share;
import io.rowlock.bench.tpcc.access.Steps;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import io.rowlock.bench.tpcc.report.RunFiles.DeliveryCsv;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.RunResult.Processes;
import io.rowlock.bench.tpcc.report.RunResult.Totals.Fairness;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.Recorder.ThreadWork;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of a run, of all its clients together.
 *
 * @param difference what the {@link Probe} has counted in the measured time
 * @param completed business transactions of each client
 * @param newOrderSteps of mode 2pc, warm-up included
 */
record Measured(
    double seconds,
    EventCounts counts,
    Histograms histograms,
    List<Interval> intervals,
    Probe.Reading difference,
    List<OperationClass> ops,
    Fairness fairness,
    Deliveries deliveries,
    DeliveryCsv deliveryCsv,
    List<Long> completed,
    @Nullable Steps newOrderSteps,
    @Nullable String firstFailure) {
  private static final double NANOS_PER_MICRO = 1_000;

  /**
   * Returns the measurements of clients that ran at the same time.
   *
   * @param percentile of the latencies of intervals
   */
  static Measured of(List<Portion> portions, int percentile) {
    Portion all = portions.stream().reduce(Portion::plus).orElseThrow();
    return new Measured(
        all.seconds(),
        all.counts(),
        histograms(all),
        all.slices().stream().map(slice -> slice.interval(percentile)).toList(),
        all.after().minus(all.before()),
        all.times().classes(),
        ThreadWork.fairness(all.threads()),
        all.deliveries().result(),
        new DeliveryCsv(all.deliveries().lines()),
        all.completed(),
        all.newOrderSteps(),
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

  private static Histograms histograms(Portion all) {
    Histograms histograms = new Histograms(all.startMillis());
    for (Slice slice : all.slices()) {
      for (Kind kind : Kind.values()) {
        Histogram micros = slice.micros().getOrDefault(kind, Histograms.empty());
        histograms.add(kind, slice.from(), slice.to(), micros);
      }
    }
    return histograms;
  }
}
