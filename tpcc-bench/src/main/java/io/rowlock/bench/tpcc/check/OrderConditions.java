package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;

/** Conditions 5, 6 and 7, each in both directions: what has no counterpart breaks them. */
final class OrderConditions implements OrderAuditor {
  private final Findings findings;

  OrderConditions(Findings findings) {
    this.findings = findings;
  }

  @Override
  public void see(WholeOrder order) {
    checkNewOrder(order);
    checkCount(order);
    for (KeyedRow line : order.lines()) {
      boolean isLikeOrder =
          order.row() != null && line.row().has(Column.OL_DELIVERY_D) == order.isDelivered();
      findings.check(Condition.C7, order.w(), isLikeOrder, line.key());
    }
  }

  private void checkNewOrder(WholeOrder order) {
    if (order.row() != null) {
      boolean isEither = order.isDelivered() != order.isNew();
      findings.check(Condition.C5, order.w(), isEither, order.key());
    } else if (order.isNew()) {
      findings.check(
          Condition.C5, order.w(), false, Keys.newOrder(order.w(), order.d(), order.o()));
    }
  }

  private void checkCount(WholeOrder order) {
    if (order.row() != null || !order.lines().isEmpty()) {
      boolean isAsSaid = Cells.is(order.row(), Column.O_OL_CNT, order.lines().size());
      findings.check(Condition.C6, order.w(), isAsSaid, order.key());
    }
  }
}
