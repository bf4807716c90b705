package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.Form.IndexEntries;
import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * E5: numbers of orders and lines, times, and what follows from other rows; E6 of the index of
 * orders; and E9 of the orders that a district is loaded with.
 */
final class OrderContents implements OrderAuditor {
  private final Scope scope;
  private final Scale scale;
  private final Set<PlacedOrder> wanted = new LinkedHashSet<>();
  private long last;
  private int expected = 1;

  OrderContents(Scope scope) {
    this.scope = scope;
    this.scale = scope.scale();
  }

  @Override
  public void see(WholeOrder order) {
    checkNumbers(order);
    Long customer = Cells.number(order.row(), Column.O_C_ID);
    if (customer != null) {
      wanted.add(new PlacedOrder(order.w(), order.d(), customer.intValue(), order.o()));
    } else if (order.row() != null) {
      scope.check(Condition.E6, false, order.key());
    }
    missUntil(order.o());
    if (order.o() >= 1 && order.o() <= scale.orders()) {
      checkLoaded(order);
      expected++;
    }
  }

  private void checkNumbers(WholeOrder order) {
    Row row = order.row();
    if (row != null) {
      if (order.o() != last + 1) {
        scope.breakAt(Condition.E5, Keys.order(scope.w(), scope.d(), last + 1));
      }
      last = order.o();
    }
    if (row != null || !order.lines().isEmpty()) {
      boolean isWhole = row != null && isNumbered(row, order.lines()) && isLocalAsSaid(row, order);
      boolean isInTime = isDeliveredAtOnce(order.lines()) && scope.times().areRight(order);
      scope.check(Condition.E5, isWhole && isInTime, order.key());
    }
    if (order.o() > scale.orders()) {
      order.lines().forEach(line -> scope.check(Condition.E5, isRight(line.row()), line.key()));
    }
  }

  private static boolean isNumbered(Row order, List<KeyedRow> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).key().part(3) != i + 1) {
        return false;
      }
    }
    return Cells.is(order, Column.O_OL_CNT, lines.size());
  }

  private static boolean isLocalAsSaid(Row row, WholeOrder order) {
    boolean isLocal =
        order.lines().stream()
            .allMatch(line -> Cells.is(line.row(), Column.OL_SUPPLY_W_ID, order.w()));
    return Cells.is(row, Column.O_ALL_LOCAL, isLocal ? 1 : 0);
  }

  /** Ignores undelivered lines, which condition 7 examines. */
  private static boolean isDeliveredAtOnce(List<KeyedRow> lines) {
    Stream<Long> dates = lines.stream().map(l -> Cells.number(l.row(), Column.OL_DELIVERY_D));
    return dates.filter(Objects::nonNull).distinct().count() <= 1;
  }

  /** Checks the amount and OL_DIST_INFO of a line from after the load. */
  private boolean isRight(Row line) {
    Long item = Cells.number(line, Column.OL_I_ID);
    Long supply = Cells.number(line, Column.OL_SUPPLY_W_ID);
    Long quantity = Cells.number(line, Column.OL_QUANTITY);
    if (item == null || supply == null || quantity == null || item < 0 || supply < 1) {
      return false;
    }
    Optional<Row> goods = scope.population().row(Keys.item(scope.w(), item.intValue()));
    Optional<Row> stock = scope.population().row(Keys.stock(supply.intValue(), item.intValue()));
    return goods.isPresent()
        && stock.isPresent()
        && Cells.is(line, Column.OL_AMOUNT, quantity * goods.get().number(Column.I_PRICE))
        && Cells.is(line, Column.OL_DIST_INFO, stock.get().text(Column.distInfo(scope.d())));
  }

  private void missUntil(long o) {
    for (; expected < o && expected <= scale.orders(); expected++) {
      checkLoaded(new WholeOrder(scope.w(), scope.d(), expected, null, false, List.of()));
    }
  }

  private void checkLoaded(WholeOrder order) {
    boolean isDelivered = order.o() < scale.firstUndelivered();
    if (order.row() == null) {
      scope.missLoaded(order.key());
    } else {
      Set<Column> changing = isDelivered ? Set.of() : Set.of(Column.O_CARRIER_ID);
      scope.checkLoaded(new KeyedRow(order.key(), order.row()), changing);
    }
    Set<Key> found = new HashSet<>();
    for (KeyedRow line : order.lines()) {
      scope.checkLoaded(line, isDelivered ? Set.of() : Set.of(Column.OL_DELIVERY_D));
      found.add(line.key());
    }
    long loaded = scope.population().row(order.key()).orElseThrow().number(Column.O_OL_CNT);
    for (int number = 1; number <= loaded; number++) {
      Key key = Keys.orderLine(scope.w(), scope.d(), order.o(), number);
      if (!found.contains(key)) {
        scope.missLoaded(key);
      }
    }
  }

  @Override
  public void end(@Nullable Row next) {
    if (!Cells.is(next, Column.D_NEXT_O_ID, last + 1)) {
      scope.breakAt(Condition.E5, Keys.district(scope.w(), scope.d()));
    }
    missUntil(scale.orders() + 1L);
  }

  /** Compares all orders with the rows of the index. */
  void compareIndex(IndexEntries index) throws IOException {
    scope.forEach(
        KeyRange.of(Relation.ORDER_CUSTOMER, scope.w(), scope.d()),
        row ->
            index
                .orders(row)
                .forEach(entry -> scope.check(Condition.E6, wanted.remove(entry), entry)));
    wanted.forEach(one -> scope.check(Condition.E6, false, Keys.order(one.w(), one.d(), one.o())));
  }
}
