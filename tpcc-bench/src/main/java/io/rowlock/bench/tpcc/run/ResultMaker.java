package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.Interval;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import io.rowlock.bench.tpcc.report.RunFiles.DeliveryCsv;
import io.rowlock.bench.tpcc.report.RunResult;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import io.rowlock.bench.tpcc.report.RunResult.Regions;
import io.rowlock.bench.tpcc.report.RunResult.Requests;
import io.rowlock.bench.tpcc.report.RunResult.Totals;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Makes a result of what was measured. */
final class ResultMaker {
  private static final double SECONDS_PER_MINUTE = 60;
  private static final double PERCENT = 100;

  private final Settings settings;
  private final Measured measured;
  private final EventCounts counts;
  private final long completed;

  ResultMaker(Settings settings, Measured measured) {
    this.settings = settings;
    this.measured = measured;
    this.counts = measured.counts();
    this.completed = counts.of(Event.COMPLETED);
  }

  RunResult result(RunPlan plan, Environment environment, Regions regions) {
    int warehouses = settings.origin().scale().warehouses();
    return new RunResult(
        RunResult.FORMAT,
        settings,
        environment,
        regions,
        totals(),
        Arrays.stream(Kind.values()).map(this::type).toList(),
        measured.deliveries(),
        requests(plan.mode(), Layout.named(settings.layout())),
        measured.intervals(),
        Constraints.of(plan.profile().rules(), warehouses, measured),
        measured.ops());
  }

  private Totals totals() {
    Histogram all = Histograms.empty();
    for (Kind kind : Kind.values()) {
      all.add(measured.histograms().sum(kind));
    }
    Latency latency = Latency.of(all);
    long orders = counts.of(Kind.NEW_ORDER, Event.COMPLETED);
    long stored = measured.difference().nextOrders() + counts.of(Kind.NEW_ORDER, Event.ROLLED_BACK);
    return new Totals(
        measured.seconds(),
        completed,
        completed / measured.seconds(),
        orders / measured.seconds() * SECONDS_PER_MINUTE,
        stored / measured.seconds() * SECONDS_PER_MINUTE,
        measured.difference().operations().reads(),
        measured.difference().operations().writes(),
        measured.difference().operations().others(),
        counts.failures(),
        latency,
        Latency.percentile(all, settings.percentile()),
        latency.mean() * latency.count(),
        measured.fairness());
  }

  private TypeResult type(Kind kind) {
    long count = counts.of(kind, Event.COMPLETED);
    long rolledBack = counts.of(kind, Event.ROLLED_BACK);
    long attempts = counts.of(kind, Event.ATTEMPTS);
    return new TypeResult(
        kind.title(),
        count,
        PERCENT * share(count, completed),
        Latency.of(measured.histograms().sum(kind)),
        rolledBack,
        PERCENT * share(rolledBack, count),
        attempts,
        share(attempts, counts.of(kind, Event.TRANSACTIONS)),
        counts.of(kind, Event.CONFLICTS),
        counts.of(kind, Event.GIVE_UPS),
        counts.of(kind, Event.UNKNOWN),
        counts.of(kind, Event.ERRORS));
  }

  private Requests requests(Mode mode, Layout layout) {
    Probe.Reading difference = measured.difference();
    long rpcs = difference.rpcs().values().stream().mapToLong(count -> count).sum();
    Expected expected = Expected.of(mode, layout);
    return new Requests(
        difference.rpcs(),
        share(rpcs, completed),
        share(difference.rowMutations(), completed),
        expected.rpcs(counts),
        expected.rowMutations(counts),
        difference.library());
  }

  private static double share(long some, long all) {
    return all == 0 ? 0 : (double) some / all;
  }

  /**
   * What a driver has seen.
   *
   * @param seconds the measured time
   * @param difference of what is counted outside of terminals
   */
  record Measured(
      double seconds,
      EventCounts counts,
      Histograms histograms,
      List<Interval> intervals,
      Probe.Reading difference,
      List<OperationClass> ops,
      Totals.Fairness fairness,
      Deliveries deliveries,
      DeliveryCsv deliveryCsv,
      @Nullable String firstFailure) {}
}
