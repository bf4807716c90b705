package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.InputGenerator.InputRules;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunResult.Constraint;
import io.rowlock.bench.tpcc.report.RunResult.Constraint.Verdict;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Judges a run by clauses 5.2.4, 5.2.5 and 5.5.1.5. */
record Constraints(InputRules rules, boolean hasOthers, Portion measured, List<Constraint> all) {
  private static final String PERCENTAGE = "transaction percentage";
  private static final String RESPONSE_TIME = "response time (90th percentile)";
  private static final String INPUTS = "inputs and rollbacks";
  private static final String DELIVERIES = "deferred deliveries";
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

  /** Returns all of them; with one warehouse, there are no remote rows. */
  static List<Constraint> of(InputRules rules, int warehouses, Portion measured) {
    Constraints constraints = new Constraints(rules, warehouses > 1, measured, new ArrayList<>());
    constraints.percentages();
    constraints.responseTimes();
    constraints.inputs();
    constraints.deliveries(measured.deliveryCounts());
    return List.copyOf(constraints.all);
  }

  static boolean areMissed(List<Constraint> constraints) {
    return constraints.stream().anyMatch(constraint -> constraint.verdict() == Verdict.NG);
  }

  private long count(Kind kind, Event event) {
    return measured.counts().of(kind, event);
  }

  private Proportion share(Kind kind, Event event, Event of) {
    return Proportion.of(count(kind, event), count(kind, of));
  }

  private void percentages() {
    least(Kind.PAYMENT, 43);
    least(Kind.ORDER_STATUS, 4);
    least(Kind.DELIVERY, 4);
    least(Kind.STOCK_LEVEL, 4);
  }

  private void least(Kind kind, double percent) {
    Proportion share =
        Proportion.of(count(kind, Event.COMPLETED), measured.counts().of(Event.COMPLETED));
    String bound = String.format(Locale.ROOT, ">= %.1f %%", percent);
    add(PERCENTAGE, kind.title(), share, bound, 0, share.atLeast(percent));
  }

  private void responseTimes() {
    for (Kind kind : Kind.values()) {
      Latency latency = Latency.of(measured.micros(kind));
      double p90 = latency.p90();
      Verdict verdict = p90 <= kind.limitSeconds() * MILLIS ? Verdict.OK : Verdict.NG;
      add(
          RESPONSE_TIME,
          kind.title(),
          new Proportion(p90, p90, p90, latency.count()),
          "<= " + kind.limitSeconds() + " s",
          FEWEST_RESPONSES,
          latency.count() < FEWEST_RESPONSES ? Verdict.TOO_FEW : verdict);
    }
  }

  private void inputs() {
    boolean isSpec = rules.equals(InputRules.SPEC);
    Proportion rolledBack = share(Kind.NEW_ORDER, Event.ROLLED_BACK, Event.COMPLETED);
    window("rolled back New-Orders", rolledBack, 0.9, 1.1, ROLLBACKS_NEEDED, true);
    linesPerOrder(isSpec);
    Proportion remoteLines = share(Kind.NEW_ORDER, Event.REMOTE_LINES, Event.LINES);
    boolean hasRemoteLines = isSpec && hasOthers;
    window("remote order lines", remoteLines, 0.95, 1.05, REMOTE_LINES_NEEDED, hasRemoteLines);
    Proportion remote = share(Kind.PAYMENT, Event.REMOTE, Event.COMPLETED);
    window("remote Payments", remote, 14, 16, REMOTE_PAYMENTS_NEEDED, hasOthers);
    for (Kind kind : List.of(Kind.PAYMENT, Kind.ORDER_STATUS)) {
      Proportion byName = share(kind, Event.BY_NAME, Event.COMPLETED);
      window(kind.title() + " by last name", byName, 57, 63, NAMES_NEEDED, isSpec);
    }
  }

  private void window(
      String what, Proportion share, double from, double to, long needed, boolean applies) {
    String bound = String.format(Locale.ROOT, "%.4g .. %.4g %%", from, to);
    Verdict verdict = applies ? share.inside(from, to, needed) : Verdict.NOT_APPLICABLE;
    add(INPUTS, what, share, bound, needed, verdict);
  }

  private void linesPerOrder(boolean applies) {
    long lines = count(Kind.NEW_ORDER, Event.LINES);
    long orders = count(Kind.NEW_ORDER, Event.COMPLETED);
    double mean = orders == 0 ? 0 : (double) lines / orders;
    double half = orders == 0 ? 0 : 3 * DEVIATION_OF_LINES / Math.sqrt((double) orders);
    Proportion share = new Proportion(mean, mean - half, mean + half, orders);
    Verdict verdict = orders == 0 ? Verdict.TOO_FEW : share.inside(9.5, 10.5, LINES_NEEDED);
    add(
        INPUTS,
        "lines of an order",
        share,
        "9.5 .. 10.5",
        LINES_NEEDED,
        applies ? verdict : Verdict.NOT_APPLICABLE);
  }

  private void deliveries(Deliveries deliveries) {
    Proportion inTime = Proportion.of(deliveries.withinLimit(), deliveries.queued());
    String bound = ">= 90 % within " + Deliveries.LIMIT_SECONDS + " s";
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

  /**
   * A share of a sample, in percent, and where the true share lies with 99.7 % (Wilson's interval,
   * which holds for small shares, too).
   */
  record Proportion(double percent, double lower, double upper, long samples) {
    private static final double DEVIATIONS = 3;
    private static final double PERCENT = 100;

    static Proportion of(long hits, long samples) {
      if (samples == 0) {
        return new Proportion(0, 0, PERCENT, 0);
      }
      double share = (double) hits / samples;
      double square = DEVIATIONS * DEVIATIONS / samples;
      double middle = (share + square / 2) / (1 + square);
      double half =
          DEVIATIONS
              * Math.sqrt(share * (1 - share) / samples + square / samples / 4)
              / (1 + square);
      return new Proportion(
          PERCENT * share,
          PERCENT * Math.max(0, middle - half),
          PERCENT * Math.min(1, middle + half),
          samples);
    }

    /** With few samples, only a large deviation is significant. */
    Verdict inside(double from, double to, long samplesNeeded) {
      if (upper < from || lower > to) {
        return Verdict.NG;
      }
      if (samples < samplesNeeded) {
        return Verdict.TOO_FEW;
      }
      return percent >= from && percent <= to ? Verdict.OK : Verdict.NG;
    }

    Verdict atLeast(double least) {
      if (samples > 0 && percent >= least) {
        return Verdict.OK;
      }
      return upper < least ? Verdict.NG : Verdict.TOO_FEW;
    }
  }
}
