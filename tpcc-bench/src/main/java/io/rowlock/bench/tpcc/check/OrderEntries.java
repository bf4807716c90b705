package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.OrderIndex;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;

/** E6 of the index of orders. */
final class OrderEntries implements OrderAuditor {
  private final int w;
  private final IndexEntries index;
  private final Findings findings;
  private final Set<OrderIndex.PlacedOrder> wanted = new LinkedHashSet<>();

  OrderEntries(int w, IndexEntries index, Findings findings) {
    this.w = w;
    this.index = index;
    this.findings = findings;
  }

  @Override
  public void see(WholeOrder order) {
    if (order.row() == null) {
      return;
    }
    Long customer = Cells.number(order.row(), Column.O_C_ID);
    if (customer == null) {
      findings.check(Condition.E6, w, false, order.key());
    } else {
      wanted.add(new OrderIndex.PlacedOrder(order.w(), order.d(), customer.intValue(), order.o()));
    }
  }

  /** Compares all orders that were seen with the rows of the index. */
  void compare(AuditedRows rows) throws IOException {
    for (KeyedRow row = rows.next(); row != null; row = rows.next()) {
      for (OrderIndex.PlacedOrder entry : index.orders(row)) {
        findings.check(Condition.E6, w, wanted.remove(entry), entry);
      }
    }
    wanted.forEach(
        missing ->
            findings.check(
                Condition.E6, w, false, Keys.order(missing.w(), missing.d(), missing.o())));
  }
}
