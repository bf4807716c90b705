package io.rowlock.bench.tpcc.check;

import static io.rowlock.bench.tpcc.check.Condition.C1;
import static io.rowlock.bench.tpcc.check.Condition.C10;
import static io.rowlock.bench.tpcc.check.Condition.C2;
import static io.rowlock.bench.tpcc.check.Condition.C8;
import static io.rowlock.bench.tpcc.check.Condition.C9;
import static io.rowlock.bench.tpcc.check.Condition.E10;
import static io.rowlock.bench.tpcc.check.Condition.E3;
import static io.rowlock.bench.tpcc.check.Condition.E4;
import static io.rowlock.bench.tpcc.check.Condition.E5;
import static io.rowlock.bench.tpcc.check.Condition.E9;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import java.util.List;

/** Changes to WAREHOUSE, DISTRICT and HISTORY. */
final class PlaceCorruptions {
  private static final Key PAYMENT = Situation.PAYMENT;
  private static final Key LOADED_PAYMENT = Keys.history(2, 3, Situation.ORIGIN.loadMillis(), 0, 4);

  private PlaceCorruptions() {}

  static List<Corruption> all() {
    return List.of(
        Corruption.of(
            "W_YTD a cent more", it -> it.add(Keys.warehouseYtd(1), Column.W_YTD, 1), C1, C8, E4),
        Corruption.of(
            "W_YTD a cent less", it -> it.add(Keys.warehouseYtd(2), Column.W_YTD, -1), C1, C8, E4),
        Corruption.of("no W_YTD", it -> it.delete(Keys.warehouseYtd(2)), C1, C8, E4, E9),
        Corruption.of("D_YTD", it -> it.add(Keys.districtYtd(1, 4), Column.D_YTD, 1), C1, C9),
        Corruption.of("no D_YTD", it -> it.delete(Keys.districtYtd(2, 3)), C1, C9, E9),
        Corruption.of(
            "D_NEXT_O_ID", it -> it.add(Keys.districtNext(1, 4), Column.D_NEXT_O_ID, 1), C2, E5),
        Corruption.of(
            "D_NEXT_O_ID of a district without NEW-ORDER",
            it -> it.add(Keys.districtNext(2, 10), Column.D_NEXT_O_ID, -1),
            C2,
            E5),
        Corruption.of("no D_NEXT_O_ID", it -> it.delete(Keys.districtNext(2, 3)), C2, E5, E9),
        Corruption.of("no WAREHOUSE", it -> it.delete(Keys.warehouse(1)), E9),
        Corruption.of("no DISTRICT", it -> it.delete(Keys.district(1, 4)), E9),
        Corruption.of("W_NAME", it -> it.set(Keys.warehouse(1), Column.W_NAME, "Other"), E9),
        Corruption.of("D_TAX", it -> it.add(Keys.district(2, 9), Column.D_TAX, 1), E9),
        Corruption.of(
            "W_TAX too short", it -> it.shorten(Keys.warehouse(2), Column.W_TAX), E9, E10),
        Corruption.of("a cell too much", it -> it.addUnknownCell(Keys.district(1, 1)), E10),
        Corruption.of("H_AMOUNT", it -> it.add(PAYMENT, Column.H_AMOUNT, 1), C8, C9, C10, E3),
        Corruption.of(
            "H_AMOUNT of the load",
            it -> it.add(LOADED_PAYMENT, Column.H_AMOUNT, -1),
            C8,
            C9,
            C10,
            E3,
            E9),
        Corruption.of(
            "no H_AMOUNT", it -> it.delete(PAYMENT, Column.H_AMOUNT), C8, C9, C10, E3, E10),
        Corruption.of("a payment lost", it -> it.delete(PAYMENT), C8, C9, C10, E3),
        Corruption.of(
            "a payment of the load lost", it -> it.delete(LOADED_PAYMENT), C8, C9, C10, E3, E9),
        Corruption.of(
            "a payment twice",
            it -> it.copy(PAYMENT, Keys.history(1, 4, Situation.NOW, 9, 2)),
            C8,
            C9,
            C10,
            E3),
        Corruption.of(
            "a payment of another customer", it -> it.set(PAYMENT, Column.H_C_ID, 8), C10, E3),
        Corruption.of(
            "a payment of a customer of another warehouse",
            it -> it.set(PAYMENT, Column.H_C_W_ID, 2),
            C10,
            E3),
        Corruption.of("a payment of nobody", it -> it.set(PAYMENT, Column.H_C_ID, 99), C10, E3),
        Corruption.of("no H_C_ID", it -> it.delete(PAYMENT, Column.H_C_ID), C10, E3, E10),
        Corruption.of("H_DATA", it -> it.set(PAYMENT, Column.H_DATA, "nothing"), E10),
        Corruption.of("H_DATE in 1970", it -> it.set(PAYMENT, Column.H_DATE, 0L), E10),
        Corruption.of(
            "a payment of 1970",
            it -> {
              it.copy(PAYMENT, Keys.history(1, 4, 0, 9, 1));
              it.set(Keys.history(1, 4, 0, 9, 1), Column.H_DATE, 0L);
              it.delete(PAYMENT);
            },
            E10),
        Corruption.of("H_DATE of the load", it -> it.add(LOADED_PAYMENT, Column.H_DATE, 1), E9));
  }
}
