package io.rowlock.bench.tpcc.check;

import static io.rowlock.bench.tpcc.check.Condition.E10;
import static io.rowlock.bench.tpcc.check.Condition.E6;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Index.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/** Changes to the indexes, and rows that are of no relation. */
final class IndexCorruptions {
  private static final Key CUSTOMER = Keys.customer(2, 3, 4);
  private static final Key ORDER = Situation.DELIVERED_AT_LOAD;

  private IndexCorruptions() {}

  static List<Corruption> all() {
    return List.of(
        Corruption.of("a customer not in the index", it -> remove(it, entryOfCustomer(it, 4)), E6),
        Corruption.of("a customer twice in the index", it -> put(it, entryOfCustomer(it, 5)), E6),
        Corruption.of(
            "nobody in the index", it -> put(it, entry(it, "OUGHTOUGHTOUGHT", "Nobody", 77)), E6),
        Corruption.of("an order not in the index", it -> remove(it, entryOfOrder(it, 5)), E6),
        Corruption.of("another order in the index", it -> put(it, entryOfOrder(it, 6)), E6),
        Corruption.of(
            "an order in the index that is not there", it -> put(it, entryOfOrder(it, 31)), E6),
        Corruption.of(
            "a strange cell in the index of customers",
            it -> stored(it, entryOfCustomer(it, 4)).set(new byte[] {9}, new byte[0]),
            E10),
        Corruption.of(
            "a strange cell in the index of orders",
            it -> stored(it, entryOfOrder(it, 5)).set(new byte[] {9}, new byte[0]),
            E10),
        Corruption.of("a value in the index", it -> fill(stored(it, entryOfOrder(it, 5))), E10),
        Corruption.of(
            "a row of a third warehouse", it -> it.copy(Keys.stock(2, 7), Keys.stock(3, 7)), E10),
        Corruption.of(
            "a row of warehouse 0", it -> it.copy(Keys.stock(2, 7), Keys.stock(0, 7)), E10),
        Corruption.of(
            "a row of an eleventh district", it -> it.copy(ORDER, Keys.order(2, 11, 5)), E10),
        Corruption.of(
            "a row with too long a key",
            it ->
                it.rows()
                    .row(
                        it.in().layout().table(Relation.CUSTOMER),
                        Bytes.add(it.in().layout().row(CUSTOMER), new byte[] {0}))
                    .set(Column.C_BALANCE, 0),
            E10),
        Corruption.of("a row of the other layout's index", it -> put(it, ofOtherLayout(it)), E10));
  }

  /** The right entry of customer 4, or one with the names of customer 4 and another number. */
  private static KeyedRow entryOfCustomer(Change it, int c) {
    Row customer = it.rows().existing(CUSTOMER);
    return entry(it, customer.text(Column.C_LAST), customer.text(Column.C_FIRST), c);
  }

  private static KeyedRow entry(Change it, String last, String first, int c) {
    return it.in().layout().customers().rowFor(new NamedCustomer(2, 3, last, first, c));
  }

  /** The right entry of order 5, or one of its customer with another number. */
  static KeyedRow entryOfOrder(Change it, long o) {
    int c = it.rows().existing(ORDER).count(Column.O_C_ID);
    return it.in().layout().orders().rowFor(new PlacedOrder(2, 3, c, o));
  }

  private static KeyedRow ofOtherLayout(Change it) {
    Row cell = new Row().set(Column.NO_PRESENT, "");
    return it.in().layout().copiesItems()
        ? new KeyedRow(Keys.orderCustomer(2, 3, 4, 5), cell)
        : new KeyedRow(Keys.ordersOfCustomer(2, 3, 4), cell);
  }

  private static void put(Change it, KeyedRow entry) {
    it.rows().row(entry.key()).setAll(entry.row());
  }

  /** With its row, when there is nothing else in it. */
  static void remove(Change it, KeyedRow entry) {
    Row row = stored(it, entry);
    entry.row().cells().keySet().forEach(row.cells()::remove);
    if (row.cells().isEmpty()) {
      it.delete(entry.key());
    }
  }

  private static Row stored(Change it, KeyedRow entry) {
    return it.rows().existing(entry.key());
  }

  private static void fill(Row entry) {
    entry.set(entry.cells().firstKey(), new byte[] {1});
  }
}
