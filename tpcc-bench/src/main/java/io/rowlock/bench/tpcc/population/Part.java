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

/**
 * A part of the population that is loaded in one go: of a warehouse, or 0 for items that are not
 * copied, and of a district, or a tenth of the goods.
 */
public record Part(Kind kind, int w, int d) {

  /** The content of a part. */
  public enum Kind {
    WAREHOUSE,
    DISTRICT,
    CUSTOMERS,
    ORDERS,
    STOCK,
    ITEMS
  }

  /** All parts of a database, the largest of each warehouse first. */
  public static List<Part> all(Scale scale, boolean copiesItems) {
    List<Part> parts = new ArrayList<>();
    if (!copiesItems) {
      addTenths(parts, Kind.ITEMS, 0);
    }
    for (int w = 1; w <= scale.warehouses(); w++) {
      addTenths(parts, Kind.ORDERS, w);
      addTenths(parts, Kind.CUSTOMERS, w);
      addTenths(parts, Kind.STOCK, w);
      if (copiesItems) {
        addTenths(parts, Kind.ITEMS, w);
      }
      addTenths(parts, Kind.DISTRICT, w);
      parts.add(new Part(Kind.WAREHOUSE, w, 0));
    }
    return List.copyOf(parts);
  }

  private static void addTenths(List<Part> parts, Kind kind, int w) {
    for (int d = 1; d <= Scale.DISTRICTS; d++) {
      parts.add(new Part(kind, w, d));
    }
  }

  /** An estimate of the rows of the part, with those of indexes. */
  public long rows(Scale scale) {
    long lines = (Scale.FEWEST_LINES + Scale.MOST_LINES) / 2;
    return switch (kind) {
      case WAREHOUSE -> 2;
      case DISTRICT -> 3;
      case CUSTOMERS -> 3L * scale.customers();
      case ORDERS -> scale.orders() * (2 + lines) + scale.undelivered();
      case STOCK, ITEMS -> scale.items() / Scale.DISTRICTS;
    };
  }

  /** The first of the goods in a part. */
  int firstItem(Scale scale) {
    return (int) ((long) scale.items() * (d - 1) / Scale.DISTRICTS) + 1;
  }

  /** The last of the goods in a part. */
  int lastItem(Scale scale) {
    return (int) ((long) scale.items() * d / Scale.DISTRICTS);
  }

  @Override
  public String toString() {
    return kind + " " + w + " " + d;
  }

  /** The rows of a part, with those of the indexes of a layout. */
  public static final class PartRows {
    private final Population population;
    private final Scale scale;
    private final Layout layout;

    public PartRows(Population population, Layout layout) {
      this.population = population;
      this.scale = population.origin().scale();
      this.layout = layout;
    }

    /** Returns the same rows each time; rows of an index can share a key. */
    public Stream<KeyedRow> of(Part part) {
      int w = part.w();
      int d = part.d();
      return switch (part.kind()) {
        case WAREHOUSE ->
            Stream.of(
                new KeyedRow(Keys.warehouse(w), population.places.warehouse(w)),
                new KeyedRow(Keys.warehouseYtd(w), population.places.warehouseYtd()));
        case DISTRICT ->
            Stream.of(
                new KeyedRow(Keys.district(w, d), population.places.district(w, d)),
                new KeyedRow(Keys.districtYtd(w, d), population.places.districtYtd()),
                new KeyedRow(Keys.districtNext(w, d), population.places.districtNext()));
        case CUSTOMERS -> numbers(1, scale.customers()).flatMap(c -> customer(w, d, c).stream());
        case ORDERS -> numbers(1, scale.orders()).flatMap(o -> order(w, d, o).stream());
        case STOCK ->
            numbers(part.firstItem(scale), part.lastItem(scale))
                .map(i -> new KeyedRow(Keys.stock(w, i), population.goods.stock(w, i)));
        case ITEMS ->
            numbers(part.firstItem(scale), part.lastItem(scale))
                .map(i -> new KeyedRow(Keys.item(w, i), population.goods.item(i)));
      };
    }

    private static Stream<Integer> numbers(int first, int last) {
      return IntStream.rangeClosed(first, last).boxed();
    }

    private List<KeyedRow> customer(int w, int d, int c) {
      Customers customers = population.customers;
      Key key = Keys.customer(w, d, c);
      Row customer = customers.customer(w, d, c);
      return List.of(
          new KeyedRow(key, customer),
          layout.customers().rowFor(Customers.entry(key, customer)),
          new KeyedRow(customers.historyKey(w, d, c), customers.history(w, d, c)));
    }

    private List<KeyedRow> order(int w, int d, int o) {
      Orders orders = population.orders;
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
}
