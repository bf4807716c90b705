package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.Form.IndexEntries;
import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.OrderIndex;
import io.rowlock.bench.tpcc.layout.Relation;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;

/** E6 of the index of orders. */
final class OrderEntries implements OrderAuditor {
  private final Scope scope;
  private final IndexEntries index;
  private final Set<OrderIndex.PlacedOrder> wanted = new LinkedHashSet<>();

  OrderEntries(Scope scope, IndexEntries index) {
    this.scope = scope;
    this.index = index;
  }

  @Override
  public void see(WholeOrder order) {
    if (order.row() == null) {
      return;
    }
    Long customer = Cells.number(order.row(), Column.O_C_ID);
    if (customer == null) {
      scope.check(Condition.E6, false, order.key());
    } else {
      wanted.add(new OrderIndex.PlacedOrder(order.w(), order.d(), customer.intValue(), order.o()));
    }
  }

  /** Compares all orders that were seen with the rows of the index. */
  void compare() throws IOException {
    scope.forEach(
        KeyRange.of(Relation.ORDER_CUSTOMER, scope.w(), scope.d()),
        row ->
            index
                .orders(row)
                .forEach(entry -> scope.check(Condition.E6, wanted.remove(entry), entry)));
    wanted.forEach(
        missing ->
            scope.check(Condition.E6, false, Keys.order(missing.w(), missing.d(), missing.o())));
  }
}
