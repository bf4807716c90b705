package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.Iterator;
import java.util.List;

/**
 * Requests and row mutations by counting on paper: ten lines, 3.4 customers of a name, rows of two
 * tables never in one request, and nothing lost. For Rowlock, of its protocol without region
 * commits: it does better where those are possible. Of New-Order, Payment, Order-Status, Delivery
 * and Stock-Level; empty when nobody has counted.
 */
record Expected(List<Double> rpcs, List<Double> rowMutations) {
  private static final List<Double> RAW_WRITES = List.of(24.0, 4.0, 0.0, 130.0, 0.0);
  private static final List<Double> TX_WRITES = List.of(49.0, 9.0, 0.0, 271.0, 0.0);

  /** All rows locked and unlocked, those written prepared, and two records of the decision. */
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

  /** Of the mix that was seen; 0 when nobody has counted. */
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
