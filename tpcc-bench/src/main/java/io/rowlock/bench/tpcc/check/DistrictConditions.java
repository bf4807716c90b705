package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import org.jspecify.annotations.Nullable;

/** Conditions 2, 3 and 4, and a half of condition 11: numbers of a district. */
final class DistrictConditions implements OrderAuditor {
  private final int w;
  private final int d;
  private final Totals totals;
  private final Findings findings;
  private long orders;
  private long lastOrder;
  private long newOrders;
  private long firstNewOrder;
  private long lastNewOrder;
  private long expectedLines;
  private long lines;

  DistrictConditions(int w, int d, Totals totals, Findings findings) {
    this.w = w;
    this.d = d;
    this.totals = totals;
    this.findings = findings;
  }

  @Override
  public void see(WholeOrder order) {
    if (order.row() != null) {
      orders++;
      lastOrder = order.o();
      expectedLines += Cells.inSum(order.row(), Column.O_OL_CNT);
    }
    if (order.isNew()) {
      firstNewOrder = newOrders == 0 ? order.o() : firstNewOrder;
      lastNewOrder = order.o();
      newOrders++;
    }
    lines += order.lines().size();
  }

  @Override
  public void end(@Nullable Row next) {
    Key key = Keys.district(w, d);
    boolean isEmpty = newOrders == 0;
    boolean isLast =
        Cells.is(next, Column.D_NEXT_O_ID, lastOrder + 1) && (isEmpty || lastNewOrder == lastOrder);
    findings.check(Condition.C2, w, isLast, key);
    boolean isWithoutGaps = isEmpty || lastNewOrder - firstNewOrder + 1 == newOrders;
    findings.check(Condition.C3, w, isWithoutGaps, key);
    findings.check(Condition.C4, w, expectedLines == lines, key);
    totals.addDelivered(w, d, orders - newOrders);
    if (isEmpty) {
      findings.beVacuous(Condition.C2, w);
      findings.beVacuous(Condition.C3, w);
      findings.beVacuous(Condition.C11, w);
    }
  }
}
