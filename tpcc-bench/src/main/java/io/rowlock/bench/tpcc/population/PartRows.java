package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of a part, with those of the indexes as a layout wants them. */
public final class PartRows {
  private final Population population;
  private final Scale scale;
  private final Layout layout;

  public PartRows(Population population, Layout layout) {
    this.population = population;
    this.scale = population.origin().scale();
    this.layout = layout;
  }

  /** The same rows of the same part every time; several may have the same key, of an index. */
  public Stream<KeyedRow> of(Part part) {
    int w = part.w();
    int d = part.d();
    return switch (part.kind()) {
      case WAREHOUSE ->
          Stream.of(
              new KeyedRow(Keys.warehouse(w), population.places().warehouse(w)),
              new KeyedRow(Keys.warehouseYtd(w), population.places().warehouseYtd()));
      case DISTRICT ->
          Stream.of(
              new KeyedRow(Keys.district(w, d), population.places().district(w, d)),
              new KeyedRow(Keys.districtYtd(w, d), population.places().districtYtd()),
              new KeyedRow(Keys.districtNext(w, d), population.places().districtNext()));
      case CUSTOMERS -> numbers(1, scale.customers()).flatMap(c -> customer(w, d, c).stream());
      case ORDERS -> numbers(1, scale.orders()).flatMap(o -> order(w, d, o).stream());
      case STOCK ->
          numbers(part.firstItem(scale), part.lastItem(scale))
              .map(i -> new KeyedRow(Keys.stock(w, i), population.goods().stock(w, i)));
      case ITEMS ->
          numbers(part.firstItem(scale), part.lastItem(scale))
              .map(i -> new KeyedRow(Keys.item(w, i), population.goods().item(i)));
    };
  }

  private static Stream<Integer> numbers(int first, int last) {
    return IntStream.rangeClosed(first, last).boxed();
  }

  private List<KeyedRow> customer(int w, int d, int c) {
    Customers customers = population.customers();
    Key key = Keys.customer(w, d, c);
    Row customer = customers.customer(w, d, c);
    return List.of(
        new KeyedRow(key, customer),
        layout.customers().rowFor(Customers.entry(key, customer)),
        new KeyedRow(customers.historyKey(w, d, c), customers.history(w, d, c)));
  }

  private List<KeyedRow> order(int w, int d, int o) {
    Orders orders = population.orders();
    Key key = Keys.order(w, d, o);
    Row order = orders.order(w, d, o);
    List<KeyedRow> rows = new ArrayList<>();
    rows.add(new KeyedRow(key, order));
    rows.add(layout.orders().rowFor(Orders.entry(key, order)));
    if (!orders.isDelivered(o)) {
      rows.add(new KeyedRow(Keys.newOrder(w, d, o), orders.newOrder()));
    }
    for (int number = 1; number <= order.count(Column.O_OL_CNT); number++) {
      rows.add(new KeyedRow(Keys.orderLine(w, d, o, number), orders.line(w, d, o, number)));
    }
    return rows;
  }
}
