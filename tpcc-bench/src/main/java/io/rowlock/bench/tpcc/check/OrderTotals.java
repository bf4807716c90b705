package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Scale;

/** Adds orders up by customer, and their lines by customer and stock. */
final class OrderTotals implements OrderAuditor {
  private final Scale scale;
  private final Totals totals;

  OrderTotals(Scale scale, Totals totals) {
    this.scale = scale;
    this.totals = totals;
  }

  @Override
  public void see(WholeOrder order) {
    Long customer = Cells.number(order.row(), Column.O_C_ID);
    if (customer != null) {
      addToCustomer(order, customer);
    }
    if (order.o() > scale.orders()) {
      order.lines().forEach(line -> addToStock(order, line.row()));
    }
  }

  private void addToCustomer(WholeOrder order, long customer) {
    if (order.isDelivered() && order.o() >= scale.firstUndelivered()) {
      totals.customers().deliverOrder(order.w(), order.d(), customer);
    }
    for (KeyedRow line : order.lines()) {
      if (line.row().has(Column.OL_DELIVERY_D)) {
        long amount = Cells.inSum(line.row(), Column.OL_AMOUNT);
        totals.customers().deliverLine(order.w(), order.d(), customer, amount);
      }
    }
  }

  private void addToStock(WholeOrder order, Row line) {
    Long supply = Cells.number(line, Column.OL_SUPPLY_W_ID);
    Long item = Cells.number(line, Column.OL_I_ID);
    if (supply != null && item != null) {
      long quantity = Cells.inSum(line, Column.OL_QUANTITY);
      totals.stock().take(supply, item, quantity, supply != order.w());
    }
  }
}
