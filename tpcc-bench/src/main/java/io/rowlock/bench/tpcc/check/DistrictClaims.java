package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.CheckResult.LedgerCounts;
import io.rowlock.bench.tpcc.check.LedgerLines.LedgerException;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Scale;

/** E8: compares what ledgers say of one district with the rows that are there. Not thread-safe. */
final class DistrictClaims {
  private final OrderClaims orders = new OrderClaims();
  private final PaymentClaims payments = new PaymentClaims();
  private long entries;

  void add(Ledger.Line line) throws LedgerException {
    entries++;
    switch (line.kind()) {
      case NEW_ORDER -> orders.add(line);
      case PAYMENT -> payments.add(line);
      default -> throw new LedgerException("a ledger is of New-Orders and Payments");
    }
  }

  /** An order, of which those of the load are left out. */
  void see(WholeOrder order, Scale scale) {
    if (order.row() != null && order.o() > scale.orders()) {
      Long customer = Cells.number(order.row(), Column.O_C_ID);
      Long millis = Cells.number(order.row(), Column.O_ENTRY_D);
      orders.see(order.key(), customer, millis);
    }
  }

  /** A payment that was not loaded. */
  void see(KeyedRow history) {
    payments.see(history);
  }

  void end(int w, Findings findings) {
    if (entries > 0) {
      findings.examine(Condition.E8, w, entries);
      orders.end(w, findings);
      payments.end(w, findings);
    }
  }

  LedgerCounts counts() {
    return orders.counts().plus(payments.counts());
  }
}
