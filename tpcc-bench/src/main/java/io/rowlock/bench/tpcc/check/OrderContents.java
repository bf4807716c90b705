package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** E5: numbers of orders and lines, and what follows from other rows. */
final class OrderContents implements OrderAuditor {
  private final Scope scope;
  private long last;

  OrderContents(Scope scope) {
    this.scope = scope;
  }

  @Override
  public void see(WholeOrder order) {
    Row row = order.row();
    if (row != null) {
      checkNumber(order.o());
    }
    if (row != null || !order.lines().isEmpty()) {
      boolean isWhole = row != null && isNumbered(row, order.lines()) && isLocalAsSaid(row, order);
      scope.check(Condition.E5, isWhole && isDeliveredAtOnce(order.lines()), order.key());
    }
    if (order.o() > scope.scale().orders()) {
      order.lines().forEach(line -> scope.check(Condition.E5, isRight(line), line.key()));
    }
  }

  private void checkNumber(long o) {
    if (o != last + 1) {
      scope.breakAt(Condition.E5, Keys.order(scope.w(), scope.d(), last + 1));
    }
    last = o;
  }

  private static boolean isNumbered(Row order, List<KeyedRow> lines) {
    int number = 0;
    for (KeyedRow line : lines) {
      number++;
      if (line.key().part(3) != number) {
        return false;
      }
    }
    return Cells.is(order, Column.O_OL_CNT, number);
  }

  private static boolean isLocalAsSaid(Row row, WholeOrder order) {
    boolean isLocal =
        order.lines().stream()
            .allMatch(line -> Cells.is(line.row(), Column.OL_SUPPLY_W_ID, order.w()));
    return Cells.is(row, Column.O_ALL_LOCAL, isLocal ? 1 : 0);
  }

  /** Lines that are not delivered are left to condition 7. */
  private static boolean isDeliveredAtOnce(List<KeyedRow> lines) {
    return lines.stream()
            .map(line -> Cells.number(line.row(), Column.OL_DELIVERY_D))
            .filter(Objects::nonNull)
            .distinct()
            .count()
        <= 1;
  }

  /** Amount and OL_DIST_INFO of a line that was ordered after the load. */
  private boolean isRight(KeyedRow line) {
    Row row = line.row();
    Long item = Cells.number(row, Column.OL_I_ID);
    Long supply = Cells.number(row, Column.OL_SUPPLY_W_ID);
    Long quantity = Cells.number(row, Column.OL_QUANTITY);
    if (item == null || supply == null || quantity == null || item < 0 || supply < 0) {
      return false;
    }
    Optional<Row> goods = scope.population().row(Keys.item(scope.w(), item.intValue()));
    Optional<Row> stock = loaded(Keys.stock(supply.intValue(), item.intValue()));
    return goods.isPresent()
        && stock.isPresent()
        && Cells.is(row, Column.OL_AMOUNT, quantity * goods.get().number(Column.I_PRICE))
        && Cells.is(row, Column.OL_DIST_INFO, stock.get().text(Column.distInfo(scope.d())));
  }

  private Optional<Row> loaded(Key key) {
    return key.warehouse() < 1 ? Optional.empty() : scope.population().row(key);
  }

  @Override
  public void end(@Nullable Row next) {
    if (!Cells.is(next, Column.D_NEXT_O_ID, last + 1)) {
      scope.breakAt(Condition.E5, Keys.district(scope.w(), scope.d()));
    }
  }
}
