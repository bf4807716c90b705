package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.Form.IndexEntries;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Index.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.common.collect.Sets;

/** The customers of a district, after the sums over all payments and orders. */
final class CustomerAudit {
  /** The columns that Payment and Delivery write; C_DATA only for bad credit. */
  private static final Set<Column> CHANGING =
      Set.of(Column.C_BALANCE, Column.C_YTD_PAYMENT, Column.C_PAYMENT_CNT, Column.C_DELIVERY_CNT);

  private static final Set<Column> CHANGING_OF_BAD =
      Sets.union(CHANGING, Set.of(Column.C_DATA)).immutableCopy();

  private final Scope scope;
  private long deliveries;

  CustomerAudit(Scope scope) {
    this.scope = scope;
  }

  void run(IndexEntries index) throws IOException {
    Set<NamedCustomer> entries = new LinkedHashSet<>();
    scope.forEach(
        KeyRange.of(Relation.CUSTOMER_NAME, scope.w(), scope.d()),
        row -> entries.addAll(index.customers(row)));
    Set<Key> found = new HashSet<>();
    scope.forEach(
        KeyRange.of(Relation.CUSTOMER, scope.w(), scope.d()),
        row -> {
          found.add(row.key());
          check(row);
          checkEntry(row, entries);
        });
    entries.forEach(extra -> scope.check(Condition.E6, false, extra));
    checkMissing(found);
    checkDelivered();
  }

  private void check(KeyedRow row) {
    checkSums(row.key(), row.row(), sums(row.key()));
    scope.totals().customerPayments.add(Cells.inSum(row.row(), Column.C_YTD_PAYMENT));
    deliveries += Cells.inSum(row.row(), Column.C_DELIVERY_CNT);
    boolean isData =
        Cells.is(row.row(), Column.C_CREDIT, "BC") && !Cells.is(row.row(), Column.C_PAYMENT_CNT, 1);
    scope.checkLoaded(row, isData ? CHANGING_OF_BAD : CHANGING);
  }

  private long[] sums(Key key) {
    return scope.totals().customers.of(key.warehouse(), key.district(), key.part(2));
  }

  /** Conditions 10, 12 and E3. */
  private void checkSums(Key key, Row customer, long[] sums) {
    Long balance = Cells.number(customer, Column.C_BALANCE);
    Long paid = Cells.number(customer, Column.C_YTD_PAYMENT);
    boolean isBalance =
        balance != null && balance == sums[Totals.DELIVERED_AMOUNT] - sums[Totals.PAID];
    scope.check(Condition.C10, isBalance, key);
    boolean isDelivered =
        balance != null && paid != null && balance + paid == sums[Totals.DELIVERED_AMOUNT];
    scope.check(Condition.C12, isDelivered, key);
    if (sums[Totals.DELIVERED_LINES] == 0) {
      scope.beVacuous(Condition.C10);
      scope.beVacuous(Condition.C12);
    }
    boolean isCounted =
        Cells.is(customer, Column.C_YTD_PAYMENT, sums[Totals.PAID])
            && Cells.is(customer, Column.C_PAYMENT_CNT, sums[Totals.PAYMENTS])
            && Cells.is(customer, Column.C_DELIVERY_CNT, sums[Totals.DELIVERIES]);
    scope.check(Condition.E3, isCounted, key);
  }

  /** Reports a missing customer that payments or orders refer to. */
  void miss(String key, long[] sums) {
    if (sums[Totals.PAYMENTS] > 0 || sums[Totals.DELIVERED_LINES] > 0) {
      scope.check(Condition.C10, false, key);
    }
    if (sums[Totals.DELIVERED_LINES] > 0) {
      scope.check(Condition.C12, false, key);
    }
    if (sums[Totals.PAYMENTS] > 0 || sums[Totals.DELIVERIES] > 0) {
      scope.check(Condition.E3, false, key);
    }
  }

  private void checkEntry(KeyedRow row, Set<NamedCustomer> entries) {
    Row customer = row.row();
    boolean isThere =
        customer.has(Column.C_LAST)
            && customer.has(Column.C_FIRST)
            && entries.remove(
                new NamedCustomer(
                    scope.w(),
                    scope.d(),
                    customer.text(Column.C_LAST),
                    customer.text(Column.C_FIRST),
                    (int) row.key().part(2)));
    scope.check(Condition.E6, isThere, row.key());
  }

  private void checkMissing(Set<Key> found) {
    for (int c = 1; c <= scope.scale().customers(); c++) {
      Key key = Keys.customer(scope.w(), scope.d(), c);
      if (!found.contains(key)) {
        scope.missLoaded(key);
        miss(key.toString(), sums(key));
      }
    }
  }

  /**
   * Condition 11. The specification has the number of the load, which is right until something is
   * delivered.
   */
  private void checkDelivered() {
    long loaded = scope.scale().firstUndelivered() - 1L;
    long delivered = scope.totals().districts.of(scope.w(), scope.d())[Totals.DELIVERED];
    scope.check(
        Condition.C11, delivered == loaded + deliveries, Keys.district(scope.w(), scope.d()));
  }
}
