package io.rowlock.bench.tpcc.check;

import static io.rowlock.bench.tpcc.check.Condition.C10;
import static io.rowlock.bench.tpcc.check.Condition.C12;
import static io.rowlock.bench.tpcc.check.Condition.C4;
import static io.rowlock.bench.tpcc.check.Condition.C6;
import static io.rowlock.bench.tpcc.check.Condition.C7;
import static io.rowlock.bench.tpcc.check.Condition.E1;
import static io.rowlock.bench.tpcc.check.Condition.E10;
import static io.rowlock.bench.tpcc.check.Condition.E2;
import static io.rowlock.bench.tpcc.check.Condition.E5;
import static io.rowlock.bench.tpcc.check.Condition.E9;
import static io.rowlock.bench.tpcc.check.Situation.line;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import java.util.List;

/** Changes to ORDER-LINE, STOCK and ITEM. */
final class LineCorruptions {
  private static final Key AT_LOAD = line(Situation.DELIVERED_AT_LOAD, 2);
  private static final Key UNDELIVERED = line(Situation.UNDELIVERED_AT_LOAD, 2);
  private static final Key SINCE = line(Situation.DELIVERED_SINCE, 2);

  private LineCorruptions() {}

  static List<Corruption> lines() {
    return List.of(
        Corruption.of(
            "all lines of an order lost",
            it -> it.delete(line(it.in().orderOfOneLine(), 1)),
            C4,
            C6,
            E2,
            E5),
        Corruption.of("a line of the load lost", it -> it.delete(AT_LOAD), C4, C6, E5, E9),
        Corruption.of("a delivered line lost", it -> it.delete(SINCE), C4, C6, C10, C12, E5, E9),
        Corruption.of("a line lost", it -> it.delete(ofOrder(it, 2)), C4, C6, E2, E5),
        Corruption.of(
            "a line without an order",
            it -> it.copy(ofOrder(it, 1), Keys.orderLine(1, 4, 900, 1)),
            C4,
            C6,
            C7,
            E2,
            E5),
        Corruption.of(
            "a line too much in an order of the load",
            it -> it.copy(AT_LOAD, line(Situation.DELIVERED_AT_LOAD, 16)),
            C4,
            C6,
            E5,
            E9),
        Corruption.of(
            "a line twice",
            it -> it.copy(ofOrder(it, 3), line(it.in().order(), 4)),
            C4,
            C6,
            E2,
            E5),
        Corruption.of(
            "a delivery date lost", it -> it.delete(SINCE, Column.OL_DELIVERY_D), C7, C10, C12),
        Corruption.of(
            "a delivery date of the load lost",
            it -> it.delete(AT_LOAD, Column.OL_DELIVERY_D),
            C7,
            E9),
        Corruption.of(
            "a delivery date too early",
            it -> it.set(ofOrder(it, 1), Column.OL_DELIVERY_D, Situation.NOW),
            C7,
            C10,
            C12),
        Corruption.of(
            "delivered at another time", it -> it.add(SINCE, Column.OL_DELIVERY_D, 1), E5),
        Corruption.of(
            "OL_AMOUNT of a delivered line",
            it -> it.add(SINCE, Column.OL_AMOUNT, 1),
            C10,
            C12,
            E9),
        Corruption.of("OL_AMOUNT", it -> it.add(ofOrder(it, 1), Column.OL_AMOUNT, 1), E5),
        Corruption.of("OL_AMOUNT of the load", it -> it.add(UNDELIVERED, Column.OL_AMOUNT, 1), E9),
        Corruption.of("no OL_AMOUNT", it -> it.delete(SINCE, Column.OL_AMOUNT), C10, C12, E9, E10),
        Corruption.of("OL_QUANTITY", it -> it.add(ofOrder(it, 1), Column.OL_QUANTITY, 1), E2, E5),
        Corruption.of("OL_I_ID", it -> it.set(ofOrder(it, 1), Column.OL_I_ID, 15), E2, E5),
        Corruption.of(
            "OL_I_ID of nothing", it -> it.set(ofOrder(it, 1), Column.OL_I_ID, 101), E2, E5),
        Corruption.of(
            "OL_SUPPLY_W_ID", it -> it.set(ofOrder(it, 1), Column.OL_SUPPLY_W_ID, 2), E2, E5),
        Corruption.of(
            "OL_DIST_INFO", it -> it.set(ofOrder(it, 1), Column.OL_DIST_INFO, "elsewhere"), E5),
        Corruption.of("OL_I_ID too short", it -> it.shorten(AT_LOAD, Column.OL_I_ID), E9, E10));
  }

  private static Key ofOrder(Change it, int number) {
    return line(it.in().order(), number);
  }

  static List<Corruption> goods() {
    Key stock = Keys.stock(1, 11);
    return List.of(
        Corruption.of("S_QUANTITY", it -> it.add(stock, Column.S_QUANTITY, 1), E1),
        Corruption.of(
            "S_QUANTITY filled once more", it -> it.add(stock, Column.S_QUANTITY, 91), E1),
        Corruption.of("S_QUANTITY as before the last order", it -> undo(it, stock), E1),
        Corruption.of("no S_QUANTITY", it -> it.delete(stock, Column.S_QUANTITY), E1, E10),
        Corruption.of("S_YTD", it -> it.add(stock, Column.S_YTD, 1), E1, E2),
        Corruption.of("S_YTD as if filled up", it -> it.add(stock, Column.S_YTD, 91), E2),
        Corruption.of("S_ORDER_CNT", it -> it.add(stock, Column.S_ORDER_CNT, -1), E2),
        Corruption.of("S_REMOTE_CNT", it -> it.add(stock, Column.S_REMOTE_CNT, 1), E2),
        Corruption.of("S_DIST_04", it -> it.set(stock, Column.S_DIST_04, "elsewhere"), E9),
        Corruption.of("stock lost", it -> it.delete(stock), E2, E9),
        Corruption.of(
            "stock lost that nobody has ordered", it -> it.delete(it.untouchedStock()), E9),
        Corruption.of("stock of nothing", it -> it.copy(stock, Keys.stock(2, 101)), E10),
        Corruption.of("I_PRICE", it -> it.add(item(it, 11), Column.I_PRICE, 1), E9),
        Corruption.of("I_DATA", it -> it.set(item(it, 100), Column.I_DATA, "ORIGINAL"), E9),
        Corruption.of("the last stock lost", it -> it.delete(Keys.stock(1, 100)), E2, E9),
        Corruption.of("the last item lost", it -> it.delete(item(it, 100)), E9),
        Corruption.of("an item lost", it -> it.delete(item(it, 50)), E9),
        Corruption.of("an item too much", it -> it.copy(item(it, 50), item(it, 101)), E10));
  }

  /** The two that the last order of item 11 has taken come back. */
  private static void undo(Change it, Key stock) {
    long left = it.rows().existing(stock).number(Column.S_QUANTITY);
    it.set(stock, Column.S_QUANTITY, left <= 98 ? left + 2 : left - 89);
  }

  /** The copy of warehouse 2, where there are copies. */
  private static Key item(Change it, int i) {
    return Keys.item(it.in().layout().copiesItems() ? 2 : 0, i);
  }
}
