package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.InputGenerator.InputRules;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Constraint;
import io.rowlock.bench.tpcc.report.Constraint.Verdict;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.ResultMaker.Measured;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Judges a run by clauses 5.2.4, 5.2.5 and 5.5.1.5. */
final class Constraints {
  private static final String PERCENTAGE = "transaction percentage";
  private static final String RESPONSE_TIME = "response time (90th percentile)";
  private static final String INPUTS = "inputs and rollbacks";
  private static final String DELIVERIES = "deferred deliveries";

  private static final int DELIVERY_SECONDS = 80;
  private static final double MILLIS = 1_000;
  private static final int FEWEST_RESPONSES = 10;

  // Samples that keep a right program inside its window with 99.7 %.
  private static final int ROLLBACKS_NEEDED = 89_100;
  private static final int LINES_NEEDED = 400;
  private static final int REMOTE_LINES_NEEDED = 356_400;
  private static final int REMOTE_PAYMENTS_NEEDED = 11_500;
  private static final int NAMES_NEEDED = 2_400;

  /** Of a number of lines from 5 to 15. */
  private static final double DEVIATION_OF_LINES = Math.sqrt(10);

  private final InputRules rules;
  private final boolean hasOthers;
  private final Measured measured;
  private final List<Constraint> all = new ArrayList<>();

  private Constraints(InputRules rules, boolean hasOthers, Measured measured) {
    this.rules = rules;
    this.hasOthers = hasOthers;
    this.measured = measured;
  }

  /**
   * All of them.
   *
   * @param warehouses with one, there are no remote rows
   */
  static List<Constraint> of(InputRules rules, int warehouses, Measured measured) {
    Constraints constraints = new Constraints(rules, warehouses > 1, measured);
    constraints.percentages();
    constraints.responseTimes();
    constraints.inputs();
    constraints.deliveries(measured.deliveries());
    return List.copyOf(constraints.all);
  }

  static boolean areMissed(List<Constraint> constraints) {
    return constraints.stream().anyMatch(constraint -> constraint.verdict() == Verdict.NG);
  }

  private long count(Kind kind, Event event) {
    return measured.counts().of(kind, event);
  }

  private void percentages() {
    long all = measured.counts().of(Event.COMPLETED);
    least(Kind.PAYMENT, 43, all);
    least(Kind.ORDER_STATUS, 4, all);
    least(Kind.DELIVERY, 4, all);
    least(Kind.STOCK_LEVEL, 4, all);
  }

  private void least(Kind kind, double percent, long all) {
    Proportion share = Proportion.of(count(kind, Event.COMPLETED), all);
    String bound = String.format(Locale.ROOT, ">= %.1f %%", percent);
    add(PERCENTAGE, kind.title(), share, bound, 0, share.atLeast(percent));
  }

  private void responseTimes() {
    for (Kind kind : Kind.values()) {
      Latency latency = Latency.of(measured.histograms().sum(kind));
      Verdict verdict = latency.p90() <= kind.limitSeconds() * MILLIS ? Verdict.OK : Verdict.NG;
      all.add(
          new Constraint(
              RESPONSE_TIME,
              kind.title(),
              latency.p90(),
              "<= " + kind.limitSeconds() + " s",
              latency.p90(),
              latency.p90(),
              latency.count(),
              FEWEST_RESPONSES,
              latency.count() < FEWEST_RESPONSES ? Verdict.TOO_FEW : verdict));
    }
  }

  private void inputs() {
    boolean isSpec = rules.equals(InputRules.SPEC);
    long orders = count(Kind.NEW_ORDER, Event.COMPLETED);
    window(
        "rolled back New-Orders",
        Proportion.of(count(Kind.NEW_ORDER, Event.ROLLED_BACK), orders),
        0.9,
        1.1,
        ROLLBACKS_NEEDED,
        true);
    long lines = count(Kind.NEW_ORDER, Event.LINES);
    linesPerOrder(lines, orders, isSpec);
    window(
        "remote order lines",
        Proportion.of(count(Kind.NEW_ORDER, Event.REMOTE_LINES), lines),
        0.95,
        1.05,
        REMOTE_LINES_NEEDED,
        isSpec && hasOthers);
    long payments = count(Kind.PAYMENT, Event.COMPLETED);
    window(
        "remote Payments",
        Proportion.of(count(Kind.PAYMENT, Event.REMOTE), payments),
        14,
        16,
        REMOTE_PAYMENTS_NEEDED,
        hasOthers);
    for (Kind kind : List.of(Kind.PAYMENT, Kind.ORDER_STATUS)) {
      window(
          kind.title() + " by last name",
          Proportion.of(count(kind, Event.BY_NAME), count(kind, Event.COMPLETED)),
          57,
          63,
          NAMES_NEEDED,
          isSpec);
    }
  }

  private void window(
      String what, Proportion share, double from, double to, long needed, boolean applies) {
    String bound = String.format(Locale.ROOT, "%.4g .. %.4g %%", from, to);
    Verdict verdict = applies ? share.inside(from, to, needed) : Verdict.NOT_APPLICABLE;
    add(INPUTS, what, share, bound, needed, verdict);
  }

  private void linesPerOrder(long lines, long orders, boolean applies) {
    double mean = orders == 0 ? 0 : (double) lines / orders;
    double half = orders == 0 ? 0 : 3 * DEVIATION_OF_LINES / Math.sqrt((double) orders);
    Verdict verdict =
        new Proportion(mean, mean - half, mean + half, orders).inside(9.5, 10.5, LINES_NEEDED);
    all.add(
        new Constraint(
            INPUTS,
            "lines of an order",
            mean,
            "9.5 .. 10.5",
            mean - half,
            mean + half,
            orders,
            LINES_NEEDED,
            applies ? orders == 0 ? Verdict.TOO_FEW : verdict : Verdict.NOT_APPLICABLE));
  }

  private void deliveries(Deliveries deliveries) {
    Proportion inTime = Proportion.of(deliveries.withinLimit(), deliveries.queued());
    String bound = ">= 90 % within " + DELIVERY_SECONDS + " s";
    add(DELIVERIES, "executed in time", inTime, bound, 0, inTime.atLeast(90));
    Proportion skipped = Proportion.of(deliveries.skipped(), deliveries.queued());
    boolean isFew = deliveries.skipped() <= Math.max(1, deliveries.queued() / 100);
    Verdict verdict = isFew ? Verdict.OK : Verdict.NG;
    add(
        DELIVERIES,
        "that skipped a district",
        skipped,
        "<= 1 %, or one",
        0,
        deliveries.queued() == 0 ? Verdict.TOO_FEW : verdict);
  }

  private void add(
      String group, String what, Proportion share, String bound, long needed, Verdict verdict) {
    all.add(
        new Constraint(
            group,
            what,
            share.percent(),
            bound,
            share.lower(),
            share.upper(),
            share.samples(),
            needed,
            verdict));
  }
}
