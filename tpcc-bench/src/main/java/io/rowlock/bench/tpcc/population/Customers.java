package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Index.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.population.Scale.LastNames;

/** Rows of CUSTOMER and HISTORY. */
record Customers(Origin origin) {
  private static final int CREDIT_LIMIT = 5_000_000;
  private static final int HIGHEST_DISCOUNT = 5_000;

  Row customer(int w, int d, int c) {
    Dice dice = origin.dice(Keys.customer(w, d, c));
    boolean isBad =
        origin.isOfTenth(c, origin.scale().customers(), Origin.Purpose.BAD_CREDIT, w, d);
    return new Row()
        .set(Column.C_LAST, last(c, dice))
        .set(Column.C_MIDDLE, "OE")
        .set(Column.C_FIRST, dice.alphanumeric(8, 16))
        .set(Column.C_STREET_1, Places.street(dice))
        .set(Column.C_STREET_2, Places.street(dice))
        .set(Column.C_CITY, Places.street(dice))
        .set(Column.C_STATE, dice.letters(2))
        .set(Column.C_ZIP, Places.zip(dice))
        .set(Column.C_PHONE, dice.digits(16))
        .set(Column.C_SINCE, origin.loadMillis())
        .set(Column.C_CREDIT, isBad ? "BC" : "GC")
        .set(Column.C_CREDIT_LIM, CREDIT_LIMIT)
        .set(Column.C_DISCOUNT, dice.between(0, HIGHEST_DISCOUNT))
        .set(Column.C_BALANCE, -Places.PAID)
        .set(Column.C_YTD_PAYMENT, Places.PAID)
        .set(Column.C_PAYMENT_CNT, 1)
        .set(Column.C_DELIVERY_CNT, 0)
        .set(Column.C_DATA, dice.alphanumeric(300, 500));
  }

  /** Uses each name once, and then random names. */
  private String last(int c, Dice dice) {
    Scale scale = origin.scale();
    return LastNames.of(
        c <= scale.names() ? c - 1 : scale.lastNames(origin.loadConstant()).draw(dice));
  }

  /** The entry of a loaded row of CUSTOMER, whose names never change. */
  static NamedCustomer entry(Key key, Row customer) {
    return new NamedCustomer(
        key.warehouse(),
        key.district(),
        customer.text(Column.C_LAST),
        customer.text(Column.C_FIRST),
        (int) key.part(2));
  }

  /** The payment that the load writes for each customer. */
  Key historyKey(int w, int d, int c) {
    return Keys.history(w, d, origin.loadMillis(), 0, c);
  }

  Row history(int w, int d, int c) {
    Dice dice = origin.dice(Keys.history(w, d, 0, 0, c)); // whenever the load is
    return new Row()
        .set(Column.H_C_W_ID, w)
        .set(Column.H_C_D_ID, d)
        .set(Column.H_C_ID, c)
        .set(Column.H_DATE, origin.loadMillis())
        .set(Column.H_AMOUNT, Places.PAID)
        .set(Column.H_DATA, dice.alphanumeric(12, 24));
  }
}
