package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Indexes with one row for each indexed value, and in it a cell for each entry, in the order of the
 * entries: they are read by key.
 */
final class RowPerValue {
  /** As in the keys of the other kind of index. */
  private static final int FIRST_BYTES = 16;

  private RowPerValue() {}

  private static void requireLength(byte[] qualifier, int length) {
    if (qualifier.length != length) {
      throw new BrokenRowException(
          "No entry of an index is named " + Bytes.toStringBinary(qualifier));
    }
  }

  static final class Customers implements CustomerIndex {
    @Override
    public KeyedRow rowFor(NamedCustomer entry) {
      byte[] first = entry.first().getBytes(StandardCharsets.UTF_8);
      if (first.length > FIRST_BYTES) {
        throw new IllegalArgumentException("'" + entry.first() + "' is too long");
      }
      byte[] qualifier = Bytes.add(Arrays.copyOf(first, FIRST_BYTES), Bytes.toBytes(entry.c()));
      return new KeyedRow(
          Keys.customerNames(entry.w(), entry.d(), entry.last()),
          new Row().set(qualifier, new byte[0]));
    }

    @Override
    public Query named(int w, int d, String last) {
      return Query.get(Keys.customerNames(w, d, last));
    }

    @Override
    public List<NamedCustomer> entries(KeyedRow row) {
      return row.row().cells().keySet().stream()
          .map(qualifier -> entry(row.key(), qualifier))
          .toList();
    }

    private static NamedCustomer entry(Key key, byte[] qualifier) {
      requireLength(qualifier, FIRST_BYTES + Integer.BYTES);
      int length = FIRST_BYTES;
      while (length > 0 && qualifier[length - 1] == 0) {
        length--;
      }
      return new NamedCustomer(
          key.warehouse(),
          key.district(),
          key.textPart(2),
          new String(qualifier, 0, length, StandardCharsets.UTF_8),
          Bytes.toInt(qualifier, FIRST_BYTES));
    }
  }

  static final class Orders implements OrderIndex {
    @Override
    public KeyedRow rowFor(PlacedOrder entry) {
      byte[] qualifier = Bytes.toBytes((int) Keys.reversed(entry.o()));
      return new KeyedRow(
          Keys.ordersOfCustomer(entry.w(), entry.d(), entry.c()),
          new Row().set(qualifier, new byte[0]));
    }

    @Override
    public boolean isRowPerEntry() {
      return false;
    }

    @Override
    public Query latest(int w, int d, int c) {
      return Query.get(Keys.ordersOfCustomer(w, d, c));
    }

    @Override
    public List<PlacedOrder> entries(KeyedRow row) {
      return row.row().cells().keySet().stream()
          .map(qualifier -> entry(row.key(), qualifier))
          .toList();
    }

    private static PlacedOrder entry(Key key, byte[] qualifier) {
      requireLength(qualifier, Integer.BYTES);
      return new PlacedOrder(
          key.warehouse(),
          key.district(),
          (int) key.part(2),
          Keys.reversed(Integer.toUnsignedLong(Bytes.toInt(qualifier))));
    }
  }
}
