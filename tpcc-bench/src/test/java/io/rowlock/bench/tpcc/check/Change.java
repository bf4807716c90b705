package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import java.util.stream.IntStream;

/** Makes one change to rows in memory. */
final class Change {
  private static final byte[] UNKNOWN = {'?'};

  private final Situation situation;
  private final MemoryRows rows;

  Change(Situation situation, MemoryRows rows) {
    this.situation = situation;
    this.rows = rows;
  }

  Situation in() {
    return situation;
  }

  MemoryRows rows() {
    return rows;
  }

  void add(Key key, Column column, long delta) {
    Row row = rows.existing(key);
    row.set(column, row.number(column) + delta);
  }

  void set(Key key, Column column, long value) {
    rows.existing(key).set(column, value);
  }

  void set(Key key, Column column, String value) {
    rows.existing(key).set(column, value);
  }

  /** A number gets a size that numbers do not have. */
  void shorten(Key key, Column column) {
    rows.existing(key).set(column.qualifier(), new byte[3]);
  }

  void addUnknownCell(Key key) {
    rows.existing(key).set(UNKNOWN, new byte[0]);
  }

  void delete(Key key) {
    rows.delete(key);
  }

  void delete(Key key, Column column) {
    rows.delete(key, column);
  }

  /** Another row, like one that there is. */
  void copy(Key from, Key to) {
    rows.row(to).setAll(rows.existing(from));
  }

  /** The customer of an order. */
  Key customerOf(Key order) {
    int c = rows.existing(order).count(Column.O_C_ID);
    return Keys.customer(order.warehouse(), order.district(), c);
  }

  /** A customer of warehouse 2 with a credit, who has not paid since the load. */
  Key customer(String credit) {
    return IntStream.rangeClosed(1, Situation.ORIGIN.scale().customers())
        .mapToObj(c -> Keys.customer(2, 3, c))
        .filter(key -> rows.existing(key).text(Column.C_CREDIT).equals(credit))
        .filter(key -> rows.existing(key).count(Column.C_PAYMENT_CNT) == 1)
        .findFirst()
        .orElseThrow();
  }

  /** Stock of warehouse 2 that nobody has ordered. */
  Key untouchedStock() {
    return IntStream.rangeClosed(1, Situation.ORIGIN.scale().items())
        .mapToObj(i -> Keys.stock(2, i))
        .filter(key -> rows.existing(key).count(Column.S_ORDER_CNT) == 0)
        .findFirst()
        .orElseThrow();
  }
}
