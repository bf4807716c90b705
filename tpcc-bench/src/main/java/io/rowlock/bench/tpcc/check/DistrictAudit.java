package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.Form.IndexEntries;
import io.rowlock.bench.tpcc.check.Totals.Sums;
import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A district without its customers: its own rows, payments and orders. */
final class DistrictAudit {
  private final Scope scope;
  private final IndexEntries index;
  private final DistrictClaims claims;
  private final int w;
  private final int d;
  private long payments;

  DistrictAudit(Scope scope, IndexEntries index, DistrictClaims claims) {
    this.scope = scope;
    this.index = index;
    this.claims = claims;
    this.w = scope.w();
    this.d = scope.d();
  }

  void run() throws IOException {
    Map<Key, Row> district =
        scope.loadedRows(
            KeyRange.of(Relation.DISTRICT, w, d),
            Set.of(Column.D_YTD, Column.D_NEXT_O_ID),
            Keys.district(w, d),
            Keys.districtYtd(w, d),
            Keys.districtNext(w, d));
    auditPayments();
    checkYear(district.get(Keys.districtYtd(w, d)));
    OrderContents contents = new OrderContents(scope);
    List<OrderAuditor> auditors =
        List.of(
            new OrderConditions(scope),
            contents,
            order -> scope.totals().add(order, scope.scale()),
            order -> claims.see(order, scope.scale()));
    try (WholeOrders orders = WholeOrders.open(scope)) {
      for (WholeOrder order = orders.next(); order != null; order = orders.next()) {
        for (OrderAuditor auditor : auditors) {
          auditor.see(order);
        }
      }
    }
    auditors.forEach(auditor -> auditor.end(district.get(Keys.districtNext(w, d))));
    contents.compareIndex(index);
    claims.end(w, scope.findings());
  }

  /** Condition 9. */
  private void checkYear(@Nullable Row year) {
    scope.check(Condition.C9, Cells.is(year, Column.D_YTD, payments), Keys.district(w, d));
    long paid = Cells.inSum(year, Column.D_YTD);
    scope.totals().warehouses.add(Totals.DISTRICT_YEARS, paid, w);
    scope.totals().warehouses.add(Totals.WAREHOUSE_PAYMENTS, payments, w);
  }

  /** HISTORY, which the load fills with one payment for each customer. */
  private void auditPayments() throws IOException {
    String data =
        name(Keys.warehouse(w), Column.W_NAME) + "    " + name(Keys.district(w, d), Column.D_NAME);
    BitSet loaded = new BitSet();
    scope.forEach(
        KeyRange.of(Relation.HISTORY, w, d),
        row -> {
          addPayment(row.row());
          if (scope.population().row(row.key()).isPresent()) {
            scope.checkLoaded(row, Set.of());
            loaded.set((int) row.key().part(4));
          } else {
            if (!isPayment(row, data)) {
              scope.breakAt(Condition.E10, row.key());
            }
            claims.see(row);
          }
        });
    long loadMillis = scope.population().origin().loadMillis();
    for (int c = 1; c <= scope.scale().customers(); c++) {
      if (!loaded.get(c)) {
        scope.missLoaded(Keys.history(w, d, loadMillis, 0, c));
      }
    }
  }

  /** H_DATA is that of clause 2.5.2.2, and the time that of the key. */
  private boolean isPayment(KeyedRow row, String data) {
    long millis = row.key().part(2);
    return Cells.is(row.row(), Column.H_DATA, data)
        && Cells.is(row.row(), Column.H_DATE, millis)
        && scope.times().isSinceLoad(millis);
  }

  private String name(Key key, Column column) {
    return scope.population().row(key).orElseThrow().text(column);
  }

  private void addPayment(Row row) {
    long amount = Cells.inSum(row, Column.H_AMOUNT);
    payments += amount;
    Long ofWarehouse = Cells.number(row, Column.H_C_W_ID);
    Long ofDistrict = Cells.number(row, Column.H_C_D_ID);
    Long customer = Cells.number(row, Column.H_C_ID);
    if (ofWarehouse != null && ofDistrict != null && customer != null) {
      Sums customers = scope.totals().customers;
      customers.add(Totals.PAID, amount, ofWarehouse, ofDistrict, customer);
      customers.add(Totals.PAYMENTS, 1, ofWarehouse, ofDistrict, customer);
    }
  }
}
