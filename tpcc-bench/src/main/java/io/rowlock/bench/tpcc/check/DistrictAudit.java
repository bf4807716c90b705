package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.DistrictConditions.OrderConditions;
import io.rowlock.bench.tpcc.check.Form.IndexEntries;
import io.rowlock.bench.tpcc.check.LedgerClaims.DistrictClaims;
import io.rowlock.bench.tpcc.check.Totals.OrderTotals;
import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All of a district but its customers: its own rows, payments, and orders. */
record DistrictAudit(Scope scope, IndexEntries index, DistrictClaims claims) {

  void run() throws IOException {
    int w = scope.w();
    int d = scope.d();
    Map<Key, Row> district =
        scope.loadedRows(
            KeyRange.of(Relation.DISTRICT, w, d),
            Set.of(Column.D_YTD, Column.D_NEXT_O_ID),
            Keys.district(w, d),
            Keys.districtYtd(w, d),
            Keys.districtNext(w, d));
    checkYear(district.get(Keys.districtYtd(w, d)), new HistoryAudit(scope, claims).run());
    OrderEntries entries = new OrderEntries(scope, index);
    List<OrderAuditor> auditors =
        List.of(
            new DistrictConditions(scope),
            new OrderConditions(scope),
            new OrderContents(scope),
            new OrdersAsLoaded(scope),
            new OrderTotals(scope),
            entries,
            order -> claims.see(order, scope.scale()));
    try (WholeOrders orders = WholeOrders.open(scope)) {
      for (WholeOrder order = orders.next(); order != null; order = orders.next()) {
        for (OrderAuditor auditor : auditors) {
          auditor.see(order);
        }
      }
    }
    auditors.forEach(auditor -> auditor.end(district.get(Keys.districtNext(w, d))));
    entries.compare();
    claims.end(w, scope.findings());
  }

  /** Condition 9. */
  private void checkYear(@Nullable Row year, long payments) {
    boolean isSum = Cells.is(year, Column.D_YTD, payments);
    scope.check(Condition.C9, isSum, Keys.district(scope.w(), scope.d()));
    scope.totals().addDistrictYear(scope.w(), Cells.inSum(year, Column.D_YTD));
    scope.totals().addPayments(scope.w(), payments);
  }
}
