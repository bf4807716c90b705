package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import org.jspecify.annotations.Nullable;

/**
 * Conditions 2 to 7, and a half of condition 11. Conditions 5, 6 and 7 hold in both directions: a
 * row without a counterpart breaks them.
 */
final class OrderConditions implements OrderAuditor {
  private final Scope scope;
  private long orders;
  private long lastOrder;
  private long newOrders;
  private long firstNewOrder;
  private long lastNewOrder;
  private long expectedLines;
  private long lines;

  OrderConditions(Scope scope) {
    this.scope = scope;
  }

  @Override
  public void see(WholeOrder order) {
    count(order);
    if (order.row() != null) {
      scope.check(Condition.C5, order.isDelivered() != order.isNew(), order.key());
    } else if (order.isNew()) {
      scope.check(Condition.C5, false, Keys.newOrder(order.w(), order.d(), order.o()));
    }
    if (order.row() != null || !order.lines().isEmpty()) {
      boolean isAsSaid = Cells.is(order.row(), Column.O_OL_CNT, order.lines().size());
      scope.check(Condition.C6, isAsSaid, order.key());
    }
    for (KeyedRow line : order.lines()) {
      boolean isLikeOrder =
          order.row() != null && line.row().has(Column.OL_DELIVERY_D) == order.isDelivered();
      scope.check(Condition.C7, isLikeOrder, line.key());
    }
  }

  private void count(WholeOrder order) {
    if (order.row() != null) {
      orders++;
      lastOrder = order.o();
      expectedLines += Cells.inSum(order.row(), Column.O_OL_CNT);
    }
    if (order.isNew()) {
      firstNewOrder = newOrders == 0 ? order.o() : firstNewOrder;
      lastNewOrder = order.o();
      newOrders++;
    }
    lines += order.lines().size();
  }

  @Override
  public void end(@Nullable Row next) {
    Key key = Keys.district(scope.w(), scope.d());
    boolean isEmpty = newOrders == 0;
    boolean isLast =
        Cells.is(next, Column.D_NEXT_O_ID, lastOrder + 1) && (isEmpty || lastNewOrder == lastOrder);
    scope.check(Condition.C2, isLast, key);
    boolean isWithoutGaps = isEmpty || lastNewOrder - firstNewOrder + 1 == newOrders;
    scope.check(Condition.C3, isWithoutGaps, key);
    scope.check(Condition.C4, expectedLines == lines, key);
    scope.totals().districts.add(Totals.DELIVERED, orders - newOrders, scope.w(), scope.d());
    if (isEmpty) {
      scope.beVacuous(Condition.C2);
      scope.beVacuous(Condition.C3);
      scope.beVacuous(Condition.C11);
    }
  }
}
