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
import java.util.Set;

/** Stock of a warehouse, when all lines of orders have been added up. */
final class StockAudit {
  private static final Set<Column> CHANGING =
      Set.of(Column.S_QUANTITY, Column.S_YTD, Column.S_ORDER_CNT, Column.S_REMOTE_CNT);

  private static final int FILLING = 91;
  private static final int LOWEST = 10;
  private static final int HIGHEST = 100;

  private final int w;
  private final Population population;
  private final Totals totals;
  private final Findings findings;

  StockAudit(int w, Population population, Totals totals, Findings findings) {
    this.w = w;
    this.population = population;
    this.totals = totals;
    this.findings = findings;
  }

  /** Those from one item to another, both included. */
  void run(Scans scans, int first, int last) throws IOException {
    AsLoaded asLoaded = new AsLoaded(population, w, findings);
    long expected = first;
    try (AuditedRows rows =
        scans.open(KeyRange.goods(Relation.STOCK, w, first, last + 1L), w, findings)) {
      for (KeyedRow row = rows.next(); row != null; row = rows.next()) {
        miss(expected, row.key().part(1), asLoaded);
        expected = row.key().part(1) + 1;
        asLoaded.check(row, CHANGING);
        checkQuantity(row);
        checkSums(row);
      }
    }
    miss(expected, last + 1L, asLoaded);
  }

  private void miss(long from, long to, AsLoaded asLoaded) {
    for (long i = from; i < to; i++) {
      Key key = Keys.stock(w, (int) i);
      asLoaded.miss(key);
      if (totals.stock().of(key).lines() > 0) {
        findings.check(Condition.E2, w, false, key);
      }
    }
  }

  private void checkQuantity(KeyedRow row) {
    Long quantity = Cells.number(row.row(), Column.S_QUANTITY);
    Long ordered = Cells.number(row.row(), Column.S_YTD);
    long loaded = population.row(row.key()).orElseThrow().number(Column.S_QUANTITY);
    boolean isFollowed =
        quantity != null
            && ordered != null
            && Math.floorMod(quantity + ordered, FILLING) == loaded % FILLING;
    boolean isInBounds = quantity != null && quantity >= LOWEST && quantity <= HIGHEST;
    findings.check(Condition.E1, w, isFollowed && isInBounds, row.key());
  }

  private void checkSums(KeyedRow row) {
    Row stock = row.row();
    StockAccounts.Sums sums = totals.stock().of(row.key());
    boolean isSum =
        Cells.is(stock, Column.S_YTD, sums.quantity())
            && Cells.is(stock, Column.S_ORDER_CNT, sums.lines())
            && Cells.is(stock, Column.S_REMOTE_CNT, sums.remoteLines());
    findings.check(Condition.E2, w, isSum, row.key());
    if (sums.lines() == 0) {
      findings.beVacuous(Condition.E2, w);
    }
  }
}
