package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.Scans.AuditedRows;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.Set;

/**
 * Items, which never change, or stock of a warehouse, when all lines of orders have been added up.
 */
record GoodsAudit(Scope scope, Relation relation) {
  private static final Set<Column> CHANGING =
      Set.of(Column.S_QUANTITY, Column.S_YTD, Column.S_ORDER_CNT, Column.S_REMOTE_CNT);
  private static final int FILLING = 91;
  private static final int LOWEST = 10;
  private static final int HIGHEST = 100;

  /** The goods from one item to another, both included. */
  void run(int first, int last) throws IOException {
    long expected = first;
    try (AuditedRows rows = scope.open(KeyRange.goods(relation, scope.w(), first, last + 1L))) {
      for (KeyedRow row = rows.next(); row != null; row = rows.next()) {
        miss(expected, row.key().part(1));
        expected = row.key().part(1) + 1;
        check(row);
      }
    }
    miss(expected, last + 1L);
  }

  private void check(KeyedRow row) {
    if (relation == Relation.ITEM) {
      scope.checkLoaded(row, Set.of());
    } else {
      scope.checkLoaded(row, CHANGING);
      checkQuantity(row);
      checkSums(row);
    }
  }

  private void miss(long from, long to) {
    for (int i = (int) from; i < to; i++) {
      if (relation == Relation.ITEM) {
        scope.missLoaded(Keys.item(scope.w(), i));
      } else {
        Key key = Keys.stock(scope.w(), i);
        scope.missLoaded(key);
        if (sums(key)[Totals.LINES] > 0) {
          scope.check(Condition.E2, false, key);
        }
      }
    }
  }

  private long[] sums(Key key) {
    return scope.totals().stock.of(key.warehouse(), key.part(1));
  }

  private void checkQuantity(KeyedRow row) {
    Long quantity = Cells.number(row.row(), Column.S_QUANTITY);
    Long ordered = Cells.number(row.row(), Column.S_YTD);
    long loaded = scope.population().row(row.key()).orElseThrow().number(Column.S_QUANTITY);
    boolean isFollowed =
        quantity != null
            && ordered != null
            && Math.floorMod(quantity + ordered, FILLING) == loaded % FILLING;
    boolean isInBounds = quantity != null && quantity >= LOWEST && quantity <= HIGHEST;
    scope.check(Condition.E1, isFollowed && isInBounds, row.key());
  }

  private void checkSums(KeyedRow row) {
    long[] sums = sums(row.key());
    boolean isSum =
        Cells.is(row.row(), Column.S_YTD, sums[Totals.QUANTITY])
            && Cells.is(row.row(), Column.S_ORDER_CNT, sums[Totals.LINES])
            && Cells.is(row.row(), Column.S_REMOTE_CNT, sums[Totals.REMOTE_LINES]);
    scope.check(Condition.E2, isSum, row.key());
    if (sums[Totals.LINES] == 0) {
      scope.beVacuous(Condition.E2);
    }
  }
}
