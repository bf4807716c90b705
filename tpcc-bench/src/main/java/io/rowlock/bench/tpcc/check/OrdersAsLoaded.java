package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.WholeOrders.OrderAuditor;
import io.rowlock.bench.tpcc.check.WholeOrders.WholeOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Scale;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** E9 of the orders that a district is loaded with, and their lines. */
final class OrdersAsLoaded implements OrderAuditor {
  private final Scope scope;
  private final Scale scale;
  private int expected = 1;

  OrdersAsLoaded(Scope scope) {
    this.scope = scope;
    this.scale = scope.scale();
  }

  @Override
  public void see(WholeOrder order) {
    missUntil(order.o());
    if (order.o() >= 1 && order.o() <= scale.orders()) {
      check(order);
      expected++;
    }
  }

  private void missUntil(long o) {
    for (; expected < o && expected <= scale.orders(); expected++) {
      check(new WholeOrder(scope.w(), scope.d(), expected, null, false, List.of()));
    }
  }

  private void check(WholeOrder order) {
    boolean isDelivered = order.o() < scale.firstUndelivered();
    if (order.row() == null) {
      scope.missLoaded(order.key());
    } else {
      scope.checkLoaded(
          new KeyedRow(order.key(), order.row()),
          isDelivered ? Set.of() : Set.of(Column.O_CARRIER_ID));
    }
    checkLines(order, isDelivered ? Set.of() : Set.of(Column.OL_DELIVERY_D));
  }

  private void checkLines(WholeOrder order, Set<Column> changing) {
    Set<Key> found = new HashSet<>();
    for (KeyedRow line : order.lines()) {
      scope.checkLoaded(line, changing);
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
    missUntil(scale.orders() + 1L);
  }
}
