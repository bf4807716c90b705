package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.LedgerClaims.DistrictClaims;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.BitSet;
import java.util.Set;

/** Payments made in one district. */
final class HistoryAudit {
  private final Scope scope;
  private final DistrictClaims claims;
  private final String data;
  private final BitSet loaded = new BitSet();
  private long sum;

  HistoryAudit(Scope scope, DistrictClaims claims) {
    this.scope = scope;
    this.claims = claims;
    this.data =
        name(Keys.warehouse(scope.w()), Column.W_NAME)
            + "    "
            + name(Keys.district(scope.w(), scope.d()), Column.D_NAME);
  }

  private String name(Key key, Column column) {
    return scope.population().row(key).orElseThrow().text(column);
  }

  /** The sum of all amounts. */
  long run() throws IOException {
    scope.forEach(KeyRange.of(Relation.HISTORY, scope.w(), scope.d()), this::see);
    missUnlessLoaded();
    return sum;
  }

  private void see(KeyedRow row) {
    sum += Cells.inSum(row.row(), Column.H_AMOUNT);
    addToCustomer(row.row());
    if (scope.population().row(row.key()).isPresent()) {
      scope.checkLoaded(row, Set.of());
      loaded.set((int) row.key().part(4));
    } else {
      checkData(row);
      claims.see(row);
    }
  }

  private void addToCustomer(Row row) {
    Long ofWarehouse = Cells.number(row, Column.H_C_W_ID);
    Long ofDistrict = Cells.number(row, Column.H_C_D_ID);
    Long customer = Cells.number(row, Column.H_C_ID);
    if (ofWarehouse != null && ofDistrict != null && customer != null) {
      long amount = Cells.inSum(row, Column.H_AMOUNT);
      scope.totals().customers().pay(ofWarehouse, ofDistrict, customer, amount);
    }
  }

  /** Clause 2.5.2.2. */
  private void checkData(KeyedRow row) {
    if (!Cells.is(row.row(), Column.H_DATA, data)) {
      scope.breakAt(Condition.E10, row.key());
    }
  }

  /** Each customer was loaded with a payment. */
  private void missUnlessLoaded() {
    long loadMillis = scope.population().origin().loadMillis();
    for (int c = 1; c <= scope.scale().customers(); c++) {
      if (!loaded.get(c)) {
        scope.missLoaded(Keys.history(scope.w(), scope.d(), loadMillis, 0, c));
      }
    }
  }
}
