package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.util.BitSet;
import java.util.Set;

/** Payments made in one district. */
final class HistoryAudit {
  private final int w;
  private final int d;
  private final Population population;
  private final Totals totals;
  private final Findings findings;
  private final String data;

  HistoryAudit(int w, int d, Population population, Totals totals, Findings findings) {
    this.w = w;
    this.d = d;
    this.population = population;
    this.totals = totals;
    this.findings = findings;
    this.data =
        name(Keys.warehouse(w), Column.W_NAME) + "    " + name(Keys.district(w, d), Column.D_NAME);
  }

  private String name(Key key, Column column) {
    return population.row(key).orElseThrow().text(column);
  }

  /** The sum of all amounts. */
  long run(AuditedRows rows, DistrictClaims claims) throws IOException {
    AsLoaded asLoaded = new AsLoaded(population, w, findings);
    BitSet loaded = new BitSet();
    long sum = 0;
    for (KeyedRow row = rows.next(); row != null; row = rows.next()) {
      sum += Cells.inSum(row.row(), Column.H_AMOUNT);
      addToCustomer(row.row());
      if (population.row(row.key()).isPresent()) {
        asLoaded.check(row, Set.of());
        loaded.set((int) row.key().part(4));
      } else {
        checkData(row);
        claims.see(row);
      }
    }
    missUnless(loaded, asLoaded);
    return sum;
  }

  private void addToCustomer(Row row) {
    Long ofWarehouse = Cells.number(row, Column.H_C_W_ID);
    Long ofDistrict = Cells.number(row, Column.H_C_D_ID);
    Long customer = Cells.number(row, Column.H_C_ID);
    if (ofWarehouse != null && ofDistrict != null && customer != null) {
      long amount = Cells.inSum(row, Column.H_AMOUNT);
      totals.customers().pay(ofWarehouse, ofDistrict, customer, amount);
    }
  }

  /** Clause 2.5.2.2. */
  private void checkData(KeyedRow row) {
    if (!Cells.is(row.row(), Column.H_DATA, data)) {
      findings.breakAt(Condition.E10, w, row.key());
    }
  }

  /** Each customer was loaded with a payment. */
  private void missUnless(BitSet loaded, AsLoaded asLoaded) {
    Scale scale = population.origin().scale();
    for (int c = 1; c <= scale.customers(); c++) {
      if (!loaded.get(c)) {
        asLoaded.miss(Keys.history(w, d, population.origin().loadMillis(), 0, c));
      }
    }
  }
}
