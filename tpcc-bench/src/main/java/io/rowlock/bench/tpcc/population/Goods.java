package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;

/** Rows of ITEM and STOCK. */
record Goods(Origin origin) {
  private static final int MOST_IMAGES = 10_000;
  private static final int LOWEST_PRICE = 100;
  private static final int HIGHEST_PRICE = 10_000;
  private static final int DIST_LENGTH = 24;

  Row item(int i) {
    Dice dice = origin.dice(Keys.item(0, i));
    boolean isOriginal =
        origin.isOfTenth(i, origin.scale().items(), Origin.Purpose.ORIGINAL_ITEMS, 0, 0);
    return new Row()
        .set(Column.I_IM_ID, dice.between(1, MOST_IMAGES))
        .set(Column.I_NAME, dice.alphanumeric(14, 24))
        .set(Column.I_PRICE, dice.between(LOWEST_PRICE, HIGHEST_PRICE))
        .set(Column.I_DATA, origin.data(dice, isOriginal));
  }

  Row stock(int w, int i) {
    Dice dice = origin.dice(Keys.stock(w, i));
    boolean isOriginal =
        origin.isOfTenth(i, origin.scale().items(), Origin.Purpose.ORIGINAL_STOCK, w, 0);
    Row row =
        new Row()
            .set(Column.S_QUANTITY, dice.between(10, 100))
            .set(Column.S_YTD, 0)
            .set(Column.S_ORDER_CNT, 0)
            .set(Column.S_REMOTE_CNT, 0)
            .set(Column.S_DATA, origin.data(dice, isOriginal));
    Column.S_DIST.forEach(column -> row.set(column, dist(dice)));
    return row;
  }

  /** S_DIST_xx and OL_DIST_INFO. */
  static String dist(Dice dice) {
    return dice.alphanumeric(DIST_LENGTH, DIST_LENGTH);
  }
}
