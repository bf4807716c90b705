package io.rowlock.bench.tpcc.check;

import static io.rowlock.bench.tpcc.check.Condition.C10;
import static io.rowlock.bench.tpcc.check.Condition.C11;
import static io.rowlock.bench.tpcc.check.Condition.C12;
import static io.rowlock.bench.tpcc.check.Condition.C2;
import static io.rowlock.bench.tpcc.check.Condition.C3;
import static io.rowlock.bench.tpcc.check.Condition.C4;
import static io.rowlock.bench.tpcc.check.Condition.C5;
import static io.rowlock.bench.tpcc.check.Condition.C6;
import static io.rowlock.bench.tpcc.check.Condition.C7;
import static io.rowlock.bench.tpcc.check.Condition.E10;
import static io.rowlock.bench.tpcc.check.Condition.E3;
import static io.rowlock.bench.tpcc.check.Condition.E5;
import static io.rowlock.bench.tpcc.check.Condition.E6;
import static io.rowlock.bench.tpcc.check.Condition.E9;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import java.util.List;

/** Changes to ORDER and NEW-ORDER. */
final class OrderCorruptions {
  private static final Key AT_LOAD = Situation.DELIVERED_AT_LOAD;
  private static final Key UNDELIVERED = Situation.UNDELIVERED_AT_LOAD;
  private static final Key SINCE = Situation.DELIVERED_SINCE;
  private static final Key ANY_NEW_ORDER = Keys.newOrder(2, 3, 25);

  private OrderCorruptions() {}

  static List<Corruption> all() {
    return List.of(
        Corruption.of("no NEW-ORDER", it -> it.delete(ANY_NEW_ORDER), C3, C5, C11),
        Corruption.of("no last NEW-ORDER", it -> it.delete(Keys.newOrder(2, 3, 30)), C2, C5, C11),
        Corruption.of("no first NEW-ORDER", it -> it.delete(Keys.newOrder(2, 3, 22)), C5, C11),
        Corruption.of(
            "NEW-ORDER without ORDER",
            it -> it.copy(ANY_NEW_ORDER, Keys.newOrder(2, 3, 31)),
            C2,
            C5,
            C11),
        Corruption.of(
            "NEW-ORDER of what is delivered",
            it -> it.copy(ANY_NEW_ORDER, Keys.newOrder(2, 3, 21)),
            C5,
            C11),
        Corruption.of(
            "NEW-ORDER in a district without",
            it -> it.copy(ANY_NEW_ORDER, Keys.newOrder(2, 10, 30)),
            C5,
            C11),
        Corruption.of(
            "NEW-ORDER, not the last, in a district without",
            it -> it.copy(ANY_NEW_ORDER, Keys.newOrder(2, 10, 29)),
            C2,
            C5,
            C11),
        Corruption.of(
            "an order of the load lost", it -> it.delete(AT_LOAD), C4, C6, C7, C11, E5, E6, E9),
        Corruption.of(
            "a delivered order lost",
            it -> it.delete(SINCE),
            C4,
            C6,
            C7,
            C10,
            C11,
            C12,
            E3,
            E5,
            E6,
            E9),
        Corruption.of(
            "an order lost", it -> it.delete(it.in().order()), C4, C5, C6, C7, C11, E5, E6),
        Corruption.of(
            "the last order lost",
            it -> it.delete(it.in().lastOrder()),
            C2,
            C4,
            C5,
            C6,
            C7,
            C11,
            E5,
            E6),
        Corruption.of(
            "an order of the load lost with all it has", it -> deleteAll(it), C11, E5, E9),
        Corruption.of(
            "a carrier too early", it -> it.set(UNDELIVERED, Column.O_CARRIER_ID, 4), C5, C7, E3),
        Corruption.of(
            "a carrier of the load lost",
            it -> it.delete(AT_LOAD, Column.O_CARRIER_ID),
            C5,
            C7,
            E9),
        Corruption.of("a carrier lost", it -> it.delete(SINCE, Column.O_CARRIER_ID), C5, C7, E3),
        Corruption.of(
            "another carrier of the load",
            it -> it.set(AT_LOAD, Column.O_CARRIER_ID, other(it, AT_LOAD)),
            E9),
        Corruption.of(
            "a carrier who does not exist", it -> it.set(SINCE, Column.O_CARRIER_ID, 11), E10),
        Corruption.of("a carrier too short", it -> it.shorten(SINCE, Column.O_CARRIER_ID), E10),
        Corruption.of(
            "O_C_ID of the load",
            it -> it.set(AT_LOAD, Column.O_C_ID, otherCustomer(it, AT_LOAD)),
            E6,
            E9),
        Corruption.of(
            "O_C_ID of a delivered order",
            it -> it.set(SINCE, Column.O_C_ID, otherCustomer(it, SINCE)),
            C10,
            C12,
            E3,
            E6,
            E9),
        Corruption.of(
            "O_C_ID of nobody", it -> it.set(SINCE, Column.O_C_ID, 31), C10, C12, E3, E6, E9),
        Corruption.of("O_C_ID", it -> it.set(it.in().order(), Column.O_C_ID, 6), E6),
        Corruption.of("no O_C_ID", it -> it.delete(it.in().order(), Column.O_C_ID), E6, E10),
        Corruption.of(
            "O_OL_CNT of the load", it -> it.add(AT_LOAD, Column.O_OL_CNT, 1), C4, C6, E5, E9),
        Corruption.of("O_OL_CNT", it -> it.add(it.in().order(), Column.O_OL_CNT, -1), C4, C6, E5),
        Corruption.of(
            "no O_OL_CNT", it -> it.delete(it.in().order(), Column.O_OL_CNT), C4, C6, E5, E10),
        Corruption.of("O_ALL_LOCAL", it -> it.set(it.in().order(), Column.O_ALL_LOCAL, 1), E5),
        Corruption.of("O_ENTRY_D in 1970", it -> it.set(it.in().order(), Column.O_ENTRY_D, 0L), E5),
        Corruption.of(
            "O_ENTRY_D two minutes before the load",
            it ->
                it.set(it.in().order(), Column.O_ENTRY_D, Situation.ORIGIN.loadMillis() - 120_000),
            E5),
        Corruption.of("delivered in 1970", it -> deliver(it, 0), E5),
        Corruption.of(
            "delivered two minutes before its entry",
            it -> deliver(it, Situation.ORIGIN.loadMillis() - 120_000),
            E5),
        Corruption.of("O_ENTRY_D of the load", it -> it.add(AT_LOAD, Column.O_ENTRY_D, 1), E9),
        Corruption.of("a cell too much", it -> it.addUnknownCell(ANY_NEW_ORDER), E10));
  }

  private static int other(Change it, Key order) {
    return it.rows().existing(order).count(Column.O_CARRIER_ID) % 10 + 1;
  }

  private static long otherCustomer(Change it, Key order) {
    return it.customerOf(order).part(2) % 30 + 1;
  }

  /** Changes the date of all lines, which have one. */
  private static void deliver(Change it, long millis) {
    int lines = it.rows().existing(SINCE).count(Column.O_OL_CNT);
    for (int number = 1; number <= lines; number++) {
      it.set(Situation.line(SINCE, number), Column.OL_DELIVERY_D, millis);
    }
  }

  /** More than one change, but the one that leaves no trace elsewhere. */
  private static void deleteAll(Change it) {
    int lines = it.rows().existing(AT_LOAD).count(Column.O_OL_CNT);
    for (int number = 1; number <= lines; number++) {
      it.delete(Situation.line(AT_LOAD, number));
    }
    IndexCorruptions.remove(it, IndexCorruptions.entryOfOrder(it, 5));
    it.delete(AT_LOAD);
  }
}
