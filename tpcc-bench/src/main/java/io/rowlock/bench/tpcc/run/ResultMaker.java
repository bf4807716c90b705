package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunResult;
import io.rowlock.bench.tpcc.report.RunResult.Requests;
import io.rowlock.bench.tpcc.report.RunResult.Totals;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult.Losses;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.Arrays;

/** Computes the result of a run from its measurements. */
record ResultMaker(Settings settings, Portion measured) {
  private static final double SECONDS_PER_MINUTE = 60;
  private static final double PERCENT = 100;

  RunResult result(RunPlan plan, Environment environment) {
    int warehouses = settings.origin().scale().warehouses();
    return new RunResult(
        settings,
        environment,
        totals(),
        Arrays.stream(Kind.values()).map(this::type).toList(),
        requests(),
        measured.intervals(),
        Constraints.of(plan.options().profile.rules(), warehouses, measured),
        measured.times().classes(),
        settings.load().clients() == 0 ? null : measured.processes());
  }

  private Totals totals() {
    EventCounts counts = measured.counts();
    long completed = counts.of(Event.COMPLETED);
    long orders = counts.of(Kind.NEW_ORDER, Event.COMPLETED);
    long stored = measured.difference().nextOrders() + counts.of(Kind.NEW_ORDER, Event.ROLLED_BACK);
    return new Totals(
        measured.seconds(),
        completed,
        measured.perSecond(),
        orders / measured.seconds() * SECONDS_PER_MINUTE,
        stored / measured.seconds() * SECONDS_PER_MINUTE,
        measured.difference().operations(),
        counts.failures(),
        Latency.of(Histograms.sum(measured.micros().values())),
        measured.deliveryCounts());
  }

  private TypeResult type(Kind kind) {
    EventCounts counts = measured.counts();
    long count = counts.of(kind, Event.COMPLETED);
    long rolledBack = counts.of(kind, Event.ROLLED_BACK);
    long attempts = counts.of(kind, Event.ATTEMPTS);
    return new TypeResult(
        kind.title(),
        count,
        PERCENT * share(count, counts.of(Event.COMPLETED)),
        Latency.of(measured.micros(kind)),
        rolledBack,
        PERCENT * share(rolledBack, count),
        attempts,
        share(attempts, counts.of(kind, Event.TRANSACTIONS)),
        new Losses(
            counts.of(kind, Event.CONFLICTS),
            counts.of(kind, Event.GIVE_UPS),
            counts.of(kind, Event.UNKNOWN),
            counts.of(kind, Event.ERRORS)));
  }

  private Requests requests() {
    Probe.Reading difference = measured.difference();
    long completed = measured.counts().of(Event.COMPLETED);
    return new Requests(
        difference.rpcs(),
        share(difference.allRpcs(), completed),
        share(difference.rowMutations(), completed),
        difference.library());
  }

  private static double share(long some, long all) {
    return all == 0 ? 0 : (double) some / all;
  }
}
