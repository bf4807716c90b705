package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;

/** Rows of ORDER, NEW-ORDER and ORDER-LINE. */
record Orders(Origin origin) {
  private static final int CARRIERS = 10;
  private static final int QUANTITY = 5;
  private static final int HIGHEST_AMOUNT = 999_999;

  Row order(int w, int d, int o) {
    Dice dice = origin.dice(Keys.order(w, d, o));
    Row row =
        new Row()
            .set(Column.O_OL_CNT, dice.between(Scale.FEWEST_LINES, Scale.MOST_LINES))
            .set(Column.O_C_ID, customerOf(w, d, o))
            .set(Column.O_ENTRY_D, origin.loadMillis())
            .set(Column.O_ALL_LOCAL, 1);
    return isDelivered(o) ? row.set(Column.O_CARRIER_ID, dice.between(1, CARRIERS)) : row;
  }

  private int customerOf(int w, int d, int o) {
    int orders = origin.scale().orders();
    return origin.permutation(orders, Origin.Purpose.CUSTOMERS_OF_ORDERS, w, d).at(o - 1) + 1;
  }

  boolean isDelivered(int o) {
    return o < origin.scale().firstUndelivered();
  }

  Row newOrder() {
    return new Row().set(Column.NO_PRESENT, "");
  }

  static PlacedOrder entry(Key key, Row order) {
    return new PlacedOrder(
        key.warehouse(), key.district(), order.count(Column.O_C_ID), key.part(2));
  }

  Row line(int w, int d, int o, int number) {
    Dice dice = origin.dice(Keys.orderLine(w, d, o, number));
    Row row =
        new Row()
            .set(Column.OL_I_ID, dice.between(1, origin.scale().items()))
            .set(Column.OL_SUPPLY_W_ID, w)
            .set(Column.OL_QUANTITY, QUANTITY)
            .set(Column.OL_DIST_INFO, Goods.dist(dice));
    return isDelivered(o)
        ? row.set(Column.OL_AMOUNT, 0).set(Column.OL_DELIVERY_D, origin.loadMillis())
        : row.set(Column.OL_AMOUNT, dice.between(1, HIGHEST_AMOUNT));
  }
}
