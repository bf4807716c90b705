package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.List;

/** Indexes as SQL databases have them: a row for each entry, found by a scan. */
final class RowPerEntry {
  private RowPerEntry() {}

  private static KeyedRow empty(Key key) {
    return new KeyedRow(key, new Row().set(Column.NO_PRESENT.qualifier(), new byte[0]));
  }

  static final class Customers implements CustomerIndex {
    @Override
    public KeyedRow rowFor(NamedCustomer entry) {
      return empty(Keys.customerName(entry.w(), entry.d(), entry.last(), entry.first(), entry.c()));
    }

    @Override
    public Query named(int w, int d, String last) {
      return Query.scan(KeyRange.customersNamed(w, d, last), 0);
    }

    @Override
    public List<NamedCustomer> entries(KeyedRow row) {
      Key key = row.key();
      return List.of(
          new NamedCustomer(
              key.warehouse(),
              key.district(),
              key.textPart(2),
              key.textPart(3),
              (int) key.part(4)));
    }
  }

  static final class Orders implements OrderIndex {
    @Override
    public KeyedRow rowFor(PlacedOrder entry) {
      return empty(Keys.orderCustomer(entry.w(), entry.d(), entry.c(), entry.o()));
    }

    @Override
    public boolean isRowPerEntry() {
      return true;
    }

    @Override
    public Query latest(int w, int d, int c) {
      return Query.scan(KeyRange.ordersOf(w, d, c), 1);
    }

    @Override
    public List<PlacedOrder> entries(KeyedRow row) {
      Key key = row.key();
      return List.of(
          new PlacedOrder(
              key.warehouse(), key.district(), (int) key.part(2), Keys.reversed(key.part(3))));
    }
  }
}
