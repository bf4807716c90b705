package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Row;
import java.util.Optional;

/** The rows of the nine tables as they are loaded. Immutable and thread-safe. */
public final class Population {
  private final Origin origin;
  final Places places;
  final Goods goods;
  final Customers customers;
  final Orders orders;

  public Population(Origin origin) {
    this.origin = origin;
    this.places = new Places(origin);
    this.goods = new Goods(origin);
    this.customers = new Customers(origin);
    this.orders = new Orders(origin);
  }

  public Origin origin() {
    return origin;
  }

  /**
   * A row as it is loaded; empty when the load makes no such row, and for the indexes, which follow
   * from others.
   */
  public Optional<Row> row(Key key) {
    if (key.warehouse() > origin.scale().warehouses()) {
      return Optional.empty();
    }
    return switch (key.relation()) {
      case WAREHOUSE -> Optional.of(places.warehouse(key.warehouse()));
      case WAREHOUSE_YTD -> Optional.of(places.warehouseYtd());
      case STOCK ->
          isIn(1, key.part(1), origin.scale().items()).map(i -> goods.stock(key.warehouse(), i));
      case ITEM -> isIn(1, key.part(1), origin.scale().items()).map(goods::item);
      case CUSTOMER_NAME, CUSTOMER_NAME_LIST, ORDER_CUSTOMER, ORDER_CUSTOMER_LIST ->
          Optional.empty();
      default ->
          isIn(1, key.district(), Scale.DISTRICTS)
              .flatMap(d -> inDistrict(key, key.warehouse(), d));
    };
  }

  private Optional<Row> inDistrict(Key key, int w, int d) {
    Scale scale = origin.scale();
    return switch (key.relation()) {
      case DISTRICT -> Optional.of(places.district(w, d));
      case DISTRICT_YTD -> Optional.of(places.districtYtd());
      case DISTRICT_NEXT -> Optional.of(places.districtNext());
      case CUSTOMER ->
          isIn(1, key.part(2), scale.customers()).map(c -> customers.customer(w, d, c));
      case HISTORY ->
          isIn(1, key.part(4), scale.customers())
              .filter(c -> key.equals(customers.historyKey(w, d, c)))
              .map(c -> customers.history(w, d, c));
      case ORDERS -> isIn(1, key.part(2), scale.orders()).map(o -> orders.order(w, d, o));
      case NEW_ORDER ->
          isIn(scale.firstUndelivered(), key.part(2), scale.orders()).map(o -> orders.newOrder());
      case ORDER_LINE ->
          isIn(1, key.part(2), scale.orders())
              .filter(o -> isIn(1, key.part(3), lines(w, d, o)).isPresent())
              .map(o -> orders.line(w, d, o, (int) key.part(3)));
      default -> throw new IllegalArgumentException(key + " has no district");
    };
  }

  /** The number of lines of a loaded order. */
  int lines(int w, int d, int o) {
    return orders.order(w, d, o).count(Column.O_OL_CNT);
  }

  private static Optional<Integer> isIn(int lowest, long number, int highest) {
    return number >= lowest && number <= highest ? Optional.of((int) number) : Optional.empty();
  }
}
