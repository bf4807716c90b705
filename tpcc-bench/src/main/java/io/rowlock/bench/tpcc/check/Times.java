package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import java.util.Objects;

/**
 * The times of orders and payments. Clocks of clients differ, and a Delivery that is repeated keeps
 * its time, so a minute makes no difference.
 */
record Times(long loadMillis) {
  private static final long LEEWAY = 60_000;

  /** Whether an order was entered after the load, and delivered after that. */
  boolean areRight(WholeOrder order) {
    Long entry = Cells.number(order.row(), Column.O_ENTRY_D);
    return entry == null
        || (isSinceLoad(entry)
            && order.lines().stream()
                .map(line -> Cells.number(line.row(), Column.OL_DELIVERY_D))
                .filter(Objects::nonNull)
                .allMatch(delivery -> delivery >= entry - LEEWAY));
  }

  boolean isSinceLoad(long millis) {
    return millis >= loadMillis - LEEWAY;
  }
}
