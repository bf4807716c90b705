package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Population;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows of WAREHOUSE for one warehouse, when its districts have been added up. */
final class WarehouseAudit {
  private final int w;
  private final Population population;
  private final Totals totals;
  private final Findings findings;

  WarehouseAudit(int w, Population population, Totals totals, Findings findings) {
    this.w = w;
    this.population = population;
    this.totals = totals;
    this.findings = findings;
  }

  void run(Scans scans) throws IOException {
    Map<Key, Row> found = new HashMap<>();
    AsLoaded asLoaded = new AsLoaded(population, w, findings);
    try (AuditedRows rows = scans.open(KeyRange.of(Relation.WAREHOUSE, w), w, findings)) {
      for (KeyedRow row = rows.next(); row != null; row = rows.next()) {
        found.put(row.key(), row.row());
        asLoaded.check(row, Set.of(Column.W_YTD));
      }
    }
    for (Key key : List.of(Keys.warehouse(w), Keys.warehouseYtd(w))) {
      if (!found.containsKey(key)) {
        asLoaded.miss(key);
      }
    }
    checkYear(found);
  }

  private void checkYear(Map<Key, Row> found) {
    Key key = Keys.warehouse(w);
    Row year = found.get(Keys.warehouseYtd(w));
    boolean isOfDistricts = Cells.is(year, Column.W_YTD, totals.districtYears(w));
    findings.check(Condition.C1, w, isOfDistricts, key);
    boolean isOfPayments = Cells.is(year, Column.W_YTD, totals.payments(w));
    findings.check(Condition.C8, w, isOfPayments, key);
    totals.warehouseYears().add(Cells.inSum(year, Column.W_YTD));
  }
}
