package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;

/** Rows of WAREHOUSE and DISTRICT. */
record Places(Origin origin) {
  /** The loaded payment of each customer, in cents. */
  static final long PAID = 1_000;

  private static final int HIGHEST_TAX = 2_000;

  Row warehouse(int w) {
    Dice dice = origin.dice(Keys.warehouse(w));
    return new Row()
        .set(Column.W_NAME, dice.alphanumeric(6, 10))
        .set(Column.W_STREET_1, street(dice))
        .set(Column.W_STREET_2, street(dice))
        .set(Column.W_CITY, street(dice))
        .set(Column.W_STATE, dice.letters(2))
        .set(Column.W_ZIP, zip(dice))
        .set(Column.W_TAX, dice.between(0, HIGHEST_TAX));
  }

  Row warehouseYtd() {
    return new Row().set(Column.W_YTD, Scale.DISTRICTS * paidInDistrict());
  }

  Row district(int w, int d) {
    Dice dice = origin.dice(Keys.district(w, d));
    return new Row()
        .set(Column.D_NAME, dice.alphanumeric(6, 10))
        .set(Column.D_STREET_1, street(dice))
        .set(Column.D_STREET_2, street(dice))
        .set(Column.D_CITY, street(dice))
        .set(Column.D_STATE, dice.letters(2))
        .set(Column.D_ZIP, zip(dice))
        .set(Column.D_TAX, dice.between(0, HIGHEST_TAX));
  }

  Row districtYtd() {
    return new Row().set(Column.D_YTD, paidInDistrict());
  }

  Row districtNext() {
    return new Row().set(Column.D_NEXT_O_ID, origin.scale().orders() + 1L);
  }

  private long paidInDistrict() {
    return origin.scale().customers() * PAID;
  }

  /** A line of an address. */
  static String street(Dice dice) {
    return dice.alphanumeric(10, 20);
  }

  static String zip(Dice dice) {
    return dice.digits(4) + "11111";
  }
}
