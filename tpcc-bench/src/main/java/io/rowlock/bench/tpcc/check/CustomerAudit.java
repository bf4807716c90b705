package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.CustomerIndex.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Population;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** The customers of a district, when all payments and orders have been added up. */
final class CustomerAudit {
  /** What Payment and Delivery write; C_DATA only of bad customers. */
  private static final Set<Column> CHANGING =
      Set.of(Column.C_BALANCE, Column.C_YTD_PAYMENT, Column.C_PAYMENT_CNT, Column.C_DELIVERY_CNT);

  private static final Set<Column> CHANGING_OF_BAD =
      Set.of(
          Column.C_BALANCE,
          Column.C_YTD_PAYMENT,
          Column.C_PAYMENT_CNT,
          Column.C_DELIVERY_CNT,
          Column.C_DATA);

  private final int w;
  private final int d;
  private final Population population;
  private final Totals totals;
  private final Findings findings;
  private final CustomerConditions conditions;
  private long deliveries;

  CustomerAudit(int w, int d, Population population, Totals totals, Findings findings) {
    this.w = w;
    this.d = d;
    this.population = population;
    this.totals = totals;
    this.findings = findings;
    this.conditions = new CustomerConditions(w, findings);
  }

  void run(Scans scans, IndexEntries index) throws IOException {
    Set<NamedCustomer> entries = entries(scans, index);
    Set<Key> found = new HashSet<>();
    try (AuditedRows rows = scans.open(KeyRange.of(Relation.CUSTOMER, w, d), w, findings)) {
      for (KeyedRow row = rows.next(); row != null; row = rows.next()) {
        found.add(row.key());
        check(row);
        checkEntry(row, entries);
      }
    }
    entries.forEach(extra -> findings.check(Condition.E6, w, false, extra));
    checkMissing(found);
    checkDelivered();
  }

  private Set<NamedCustomer> entries(Scans scans, IndexEntries index) throws IOException {
    Set<NamedCustomer> entries = new LinkedHashSet<>();
    try (AuditedRows rows = scans.open(KeyRange.of(Relation.CUSTOMER_NAME, w, d), w, findings)) {
      for (KeyedRow row = rows.next(); row != null; row = rows.next()) {
        entries.addAll(index.customers(row));
      }
    }
    return entries;
  }

  private void check(KeyedRow row) {
    conditions.check(row.key().toString(), row.row(), totals.customers().of(row.key()));
    totals.customerPayments().add(Cells.inSum(row.row(), Column.C_YTD_PAYMENT));
    deliveries += Cells.inSum(row.row(), Column.C_DELIVERY_CNT);
    boolean isData =
        Cells.is(row.row(), Column.C_CREDIT, "BC") && !Cells.is(row.row(), Column.C_PAYMENT_CNT, 1);
    new AsLoaded(population, w, findings).check(row, isData ? CHANGING_OF_BAD : CHANGING);
  }

  private void checkEntry(KeyedRow row, Set<NamedCustomer> entries) {
    Row customer = row.row();
    boolean isNamed = customer.has(Column.C_LAST) && customer.has(Column.C_FIRST);
    boolean isThere =
        isNamed
            && entries.remove(
                new NamedCustomer(
                    w,
                    d,
                    customer.text(Column.C_LAST),
                    customer.text(Column.C_FIRST),
                    (int) row.key().part(2)));
    findings.check(Condition.E6, w, isThere, row.key());
  }

  private void checkMissing(Set<Key> found) {
    for (int c = 1; c <= population.origin().scale().customers(); c++) {
      Key key = Keys.customer(w, d, c);
      if (!found.contains(key)) {
        new AsLoaded(population, w, findings).miss(key);
        conditions.miss(key.toString(), totals.customers().of(key));
      }
    }
  }

  /**
   * Condition 11. The specification has the number of the load, which is right until something is
   * delivered.
   */
  private void checkDelivered() {
    long loaded = population.origin().scale().firstUndelivered() - 1L;
    boolean isSum = totals.delivered(w, d) == loaded + deliveries;
    findings.check(Condition.C11, w, isSum, Keys.district(w, d));
  }
}
