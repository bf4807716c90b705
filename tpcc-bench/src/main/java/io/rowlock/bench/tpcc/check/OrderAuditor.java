package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Row;
import org.jspecify.annotations.Nullable;

/** Looks at all orders of one district, in the order of their numbers. Not thread-safe. */
interface OrderAuditor {

  void see(WholeOrder order);

  /**
   * All have been seen.
   *
   * @param next the row with D_NEXT_O_ID, null when it is missing
   */
  default void end(@Nullable Row next) {}
}
