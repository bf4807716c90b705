package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All of a district but its customers: its own rows, payments, and orders. */
final class DistrictAudit {
  private final int w;
  private final int d;
  private final Population population;
  private final Totals totals;
  private final Scans scans;
  private final Findings findings;

  DistrictAudit(
      int w, int d, Population population, Totals totals, Scans scans, Findings findings) {
    this.w = w;
    this.d = d;
    this.population = population;
    this.totals = totals;
    this.scans = scans;
    this.findings = findings;
  }

  void run(IndexEntries index, DistrictClaims claims) throws IOException {
    Map<Key, Row> district = district();
    checkYear(district.get(Keys.districtYtd(w, d)), payments(claims));
    OrderEntries entries = new OrderEntries(w, index, findings);
    List<OrderAuditor> auditors = auditors(entries, claims);
    try (WholeOrders orders = WholeOrders.open(w, d, scans, findings)) {
      for (WholeOrder order = orders.next(); order != null; order = orders.next()) {
        for (OrderAuditor auditor : auditors) {
          auditor.see(order);
        }
      }
    }
    auditors.forEach(auditor -> auditor.end(district.get(Keys.districtNext(w, d))));
    try (AuditedRows rows = scans.open(KeyRange.of(Relation.ORDER_CUSTOMER, w, d), w, findings)) {
      entries.compare(rows);
    }
    claims.end(w, findings);
  }

  private List<OrderAuditor> auditors(OrderEntries entries, DistrictClaims claims) {
    Scale scale = population.origin().scale();
    return List.of(
        new DistrictConditions(w, d, totals, findings),
        new OrderConditions(findings),
        new OrderContents(w, d, population, findings),
        new OrdersAsLoaded(w, d, population, findings),
        new OrderTotals(scale, totals),
        entries,
        order -> claims.see(order, scale));
  }

  /** The rows of DISTRICT, of which any may be missing. */
  private Map<Key, Row> district() throws IOException {
    Map<Key, Row> found = new HashMap<>();
    AsLoaded asLoaded = new AsLoaded(population, w, findings);
    try (AuditedRows rows = scans.open(KeyRange.of(Relation.DISTRICT, w, d), w, findings)) {
      for (KeyedRow row = rows.next(); row != null; row = rows.next()) {
        found.put(row.key(), row.row());
        asLoaded.check(row, Set.of(Column.D_YTD, Column.D_NEXT_O_ID));
      }
    }
    for (Key key : List.of(Keys.district(w, d), Keys.districtYtd(w, d), Keys.districtNext(w, d))) {
      if (!found.containsKey(key)) {
        asLoaded.miss(key);
      }
    }
    return found;
  }

  private long payments(DistrictClaims claims) throws IOException {
    HistoryAudit history = new HistoryAudit(w, d, population, totals, findings);
    try (AuditedRows rows = scans.open(KeyRange.of(Relation.HISTORY, w, d), w, findings)) {
      return history.run(rows, claims);
    }
  }

  /** Condition 9. */
  private void checkYear(@Nullable Row year, long payments) {
    boolean isSum = Cells.is(year, Column.D_YTD, payments);
    findings.check(Condition.C9, w, isSum, Keys.district(w, d));
    totals.addDistrictYear(w, Cells.inSum(year, Column.D_YTD));
    totals.addPayments(w, payments);
  }
}
