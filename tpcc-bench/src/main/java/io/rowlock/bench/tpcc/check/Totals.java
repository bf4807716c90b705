package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Scale;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Sums over rows of several districts and warehouses. Thread-safe. */
final class Totals {
  private final CustomerAccounts customers;
  private final StockAccounts stock;
  private final AtomicLongArray districtYears;
  private final AtomicLongArray payments;
  private final AtomicLongArray delivered;
  private final LongAdder warehouseYears = new LongAdder();
  private final LongAdder customerPayments = new LongAdder();

  Totals(Scale scale) {
    this.customers = new CustomerAccounts(scale);
    this.stock = new StockAccounts(scale);
    this.districtYears = new AtomicLongArray(scale.warehouses() + 1);
    this.delivered = new AtomicLongArray((scale.warehouses() + 1) * Scale.DISTRICTS);
    this.payments = new AtomicLongArray(scale.warehouses() + 1);
  }

  CustomerAccounts customers() {
    return customers;
  }

  StockAccounts stock() {
    return stock;
  }

  /** D_YTD. */
  void addDistrictYear(int w, long amount) {
    districtYears.addAndGet(w, amount);
  }

  /** The sum of D_YTD. */
  long districtYears(int w) {
    return districtYears.get(w);
  }

  /** H_AMOUNT, by H_W_ID. */
  void addPayments(int w, long amount) {
    payments.addAndGet(w, amount);
  }

  /** The sum of H_AMOUNT, by H_W_ID. */
  long payments(int w) {
    return payments.get(w);
  }

  /** Rows of ORDER less rows of NEW-ORDER. */
  void addDelivered(int w, int d, long orders) {
    delivered.addAndGet(w * Scale.DISTRICTS + d - 1, orders);
  }

  long delivered(int w, int d) {
    return delivered.get(w * Scale.DISTRICTS + d - 1);
  }

  /** All W_YTD. */
  LongAdder warehouseYears() {
    return warehouseYears;
  }

  /** All C_YTD_PAYMENT. */
  LongAdder customerPayments() {
    return customerPayments;
  }

  /** Adds orders up by customer, and their lines by customer and stock. */
  record OrderTotals(Scope scope) implements OrderAuditor {
    @Override
    public void see(WholeOrder order) {
      Long customer = Cells.number(order.row(), Column.O_C_ID);
      if (customer != null) {
        addToCustomer(order, customer);
      }
      if (order.o() > scope.scale().orders()) {
        order.lines().forEach(line -> addToStock(order, line.row()));
      }
    }

    private void addToCustomer(WholeOrder order, long customer) {
      if (order.isDelivered() && order.o() >= scope.scale().firstUndelivered()) {
        scope.totals().customers().deliverOrder(order.w(), order.d(), customer);
      }
      for (KeyedRow line : order.lines()) {
        if (line.row().has(Column.OL_DELIVERY_D)) {
          long amount = Cells.inSum(line.row(), Column.OL_AMOUNT);
          scope.totals().customers().deliverLine(order.w(), order.d(), customer, amount);
        }
      }
    }

    private void addToStock(WholeOrder order, Row line) {
      Long supply = Cells.number(line, Column.OL_SUPPLY_W_ID);
      Long item = Cells.number(line, Column.OL_I_ID);
      if (supply != null && item != null) {
        long quantity = Cells.inSum(line, Column.OL_QUANTITY);
        scope.totals().stock().take(supply, item, quantity, supply != order.w());
      }
    }
  }
}
