package io.rowlock.bench.tpcc.check;

import static io.rowlock.bench.tpcc.check.Condition.C10;
import static io.rowlock.bench.tpcc.check.Condition.C11;
import static io.rowlock.bench.tpcc.check.Condition.C12;
import static io.rowlock.bench.tpcc.check.Condition.E10;
import static io.rowlock.bench.tpcc.check.Condition.E3;
import static io.rowlock.bench.tpcc.check.Condition.E4;
import static io.rowlock.bench.tpcc.check.Condition.E6;
import static io.rowlock.bench.tpcc.check.Condition.E9;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import java.util.List;

/** Changes to CUSTOMER. */
final class CustomerCorruptions {
  private static final Key ANY = Keys.customer(2, 3, 4);

  private CustomerCorruptions() {}

  static List<Corruption> all() {
    return List.of(
        Corruption.of("C_BALANCE", it -> it.add(ANY, Column.C_BALANCE, 1), C10, C12),
        Corruption.of(
            "C_BALANCE of a customer without delivered orders",
            it -> it.add(withoutDelivery(it), Column.C_BALANCE, -1),
            C10,
            C12),
        Corruption.of(
            "C_BALANCE too short", it -> it.shorten(ANY, Column.C_BALANCE), C10, C12, E10),
        Corruption.of("C_YTD_PAYMENT", it -> it.add(ANY, Column.C_YTD_PAYMENT, 1), C12, E3, E4),
        Corruption.of("C_PAYMENT_CNT", it -> it.add(ANY, Column.C_PAYMENT_CNT, 1), E3),
        Corruption.of("C_DELIVERY_CNT", it -> it.add(ANY, Column.C_DELIVERY_CNT, 1), C11, E3),
        Corruption.of(
            "C_DATA of good credit", it -> it.set(it.customer("GC"), Column.C_DATA, "?"), E9),
        Corruption.of(
            "C_DATA of bad credit without payments",
            it -> it.set(it.customer("BC"), Column.C_DATA, "?"),
            E9),
        Corruption.of("C_CREDIT", it -> it.set(it.customer("GC"), Column.C_CREDIT, "BC"), E9),
        Corruption.of("C_LAST", it -> it.set(ANY, Column.C_LAST, "BARBARBARBAR"), E6, E9),
        Corruption.of("C_CREDIT_LIM", it -> it.add(ANY, Column.C_CREDIT_LIM, 1), E9),
        Corruption.of("no C_FIRST", it -> it.delete(ANY, Column.C_FIRST), E6, E9, E10),
        Corruption.of(
            "a customer lost",
            it -> it.delete(it.customerOf(Situation.DELIVERED_AT_LOAD)),
            C10,
            C12,
            E3,
            E4,
            E6,
            E9),
        Corruption.of(
            "a customer without delivered orders lost",
            it -> it.delete(withoutDelivery(it)),
            C10,
            E3,
            E4,
            E6,
            E9),
        Corruption.of(
            "a customer too much",
            it -> it.copy(it.customer("GC"), Keys.customer(2, 3, 31)),
            C10,
            E3,
            E4,
            E6,
            E9));
  }

  /** Each customer is loaded with one order. */
  private static Key withoutDelivery(Change it) {
    return it.customerOf(Situation.UNDELIVERED_AT_LOAD);
  }
}
