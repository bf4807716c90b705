package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunResult;
import io.rowlock.bench.tpcc.report.RunResult.Regions;
import io.rowlock.bench.tpcc.report.RunResult.Requests;
import io.rowlock.bench.tpcc.report.RunResult.Totals;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Computes the result of a run from its measurements. */
record ResultMaker(Settings settings, Measured measured) {
  private static final double SECONDS_PER_MINUTE = 60;
  private static final double PERCENT = 100;

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
        Constraints.of(plan.options().profile.rules(), warehouses, measured),
        measured.ops(),
        settings.clients() == 0 ? null : measured.processes());
  }

  private Totals totals() {
    EventCounts counts = measured.counts();
    Histogram all = measured.histograms().sum();
    Latency latency = Latency.of(all);
    long completed = counts.of(Event.COMPLETED);
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
    EventCounts counts = measured.counts();
    long count = counts.of(kind, Event.COMPLETED);
    long rolledBack = counts.of(kind, Event.ROLLED_BACK);
    long attempts = counts.of(kind, Event.ATTEMPTS);
    return new TypeResult(
        kind.title(),
        count,
        PERCENT * share(count, counts.of(Event.COMPLETED)),
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
    long completed = measured.counts().of(Event.COMPLETED);
    Expected expected = Expected.of(mode, layout);
    return new Requests(
        difference.rpcs(),
        share(difference.allRpcs(), completed),
        share(difference.rowMutations(), completed),
        expected.rpcs(measured.counts()),
        expected.rowMutations(measured.counts()),
        difference.library());
  }

  private static double share(long some, long all) {
    return all == 0 ? 0 : (double) some / all;
  }

  /**
   * Requests and row mutations by counting on paper: ten lines, 3.4 customers of a name, rows of
   * two tables never in one request, and nothing lost. For Rowlock, of its protocol without region
   * commits: it does better where those are possible. Of New-Order, Payment, Order-Status, Delivery
   * and Stock-Level; empty without a count.
   */
  record Expected(List<Double> rpcs, List<Double> rowMutations) {
    private static final List<Double> RAW_WRITES = List.of(24.0, 4.0, 0.0, 130.0, 0.0);
    private static final List<Double> TX_WRITES = List.of(49.0, 9.0, 0.0, 271.0, 0.0);

    /** Locks and unlocks of all rows, prepares of written rows, two records of the decision. */
    private static final List<Double> TWO_PHASE_WRITES = List.of(98.0, 18.1, 30.0, 410.0, 0.0);

    static Expected of(Mode mode, Layout layout) {
      return switch (mode) {
        case RAW -> new Expected(List.of(47.0, 7.6, 4.6, 170.0, 199.0), RAW_WRITES);
        case RAW_BATCHED, RAW_ATOMIC ->
            layout == Layout.ONETABLE
                ? new Expected(List.of(2.0, 2.6, 4.6, 23.0, 3.0), RAW_WRITES)
                : new Expected(List.of(11.0, 7.6, 4.6, 26.0, 3.0), RAW_WRITES);
        case TX ->
            layout == Layout.ONETABLE
                ? new Expected(List.of(6.0, 6.2, 5.6, 27.0, 3.0), TX_WRITES)
                : new Expected(List.of(21.0, 13.2, 9.2, 33.0, 3.0), TX_WRITES);
        case TWO_PHASE -> new Expected(List.of(), TWO_PHASE_WRITES);
      };
    }

    /** The mean over the observed mix; 0 without a count. */
    double rpcs(EventCounts counts) {
      return mean(rpcs, counts);
    }

    /** As {@link #rpcs(EventCounts)}. */
    double rowMutations(EventCounts counts) {
      return mean(rowMutations, counts);
    }

    private static double mean(List<Double> each, EventCounts counts) {
      long all = counts.of(Event.COMPLETED);
      if (each.isEmpty() || all == 0) {
        return 0;
      }
      double sum = 0;
      Iterator<Double> next = each.iterator();
      for (Kind kind : Kind.values()) {
        sum += next.next() * counts.of(kind, Event.COMPLETED);
      }
      return sum / all;
    }
  }
}
