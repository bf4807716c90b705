package io.rowlock.bench.tpcc.layout;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An index: of customers by C_LAST, ordered by C_FIRST and then by C_ID, which the load writes; or
 * of orders by customer, the latest first.
 *
 * @param isRowPerEntry whether every entry has a row of its own, else rows have an entry per cell
 */
public record Index<E>(
    boolean isRowPerEntry,
    Function<E, KeyedRow> rows,
    Function<E, Query> queries,
    Function<KeyedRow, List<E>> reader) {
  private static final byte[] EMPTY = {};
  private static final int FIRST_BYTES = 16;

  /** The entry of a customer. */
  public record NamedCustomer(int w, int d, String last, String first, int c) {
    /** All customers of a name. */
    public static NamedCustomer of(int w, int d, String last) {
      return new NamedCustomer(w, d, last, "", 0);
    }
  }

  /** The entry of an order. */
  public record PlacedOrder(int w, int d, int c, long o) {
    /** All orders of a customer. */
    public static PlacedOrder of(int w, int d, int c) {
      return new PlacedOrder(w, d, c, 0);
    }
  }

  /** The cells to write for an entry, and their row. */
  public KeyedRow rowFor(E entry) {
    return rows.apply(entry);
  }

  /** Finds the entries with the same indexed value; for orders at least the latest one. */
  public Query find(E like) {
    return queries.apply(like);
  }

  /** The entries in a row of the index; throws {@link BrokenRowException} for other cells. */
  public List<E> entries(KeyedRow row) {
    return reader.apply(row);
  }

  /** As {@link #entries(KeyedRow)}, for all rows of {@link #find}. */
  public List<E> entries(List<KeyedRow> found) {
    return found.stream().flatMap(row -> entries(row).stream()).toList();
  }

  /** One row for each entry, read by a scan, as in SQL databases. */
  static Index<NamedCustomer> customersByRow() {
    return new Index<>(
        true,
        e ->
            entry(Keys.customerName(e.w, e.d, e.last, e.first, e.c), Column.NO_PRESENT.qualifier()),
        e -> Query.scan(KeyRange.customersNamed(e.w, e.d, e.last), 0),
        row -> {
          Key key = row.key();
          int c = (int) key.part(4);
          return List.of(
              new NamedCustomer(
                  key.warehouse(), key.district(), key.textPart(2), key.textPart(3), c));
        });
  }

  /** One row for each entry, read by a scan. */
  static Index<PlacedOrder> ordersByRow() {
    return new Index<>(
        true,
        e -> entry(Keys.orderCustomer(e.w, e.d, e.c, e.o), Column.NO_PRESENT.qualifier()),
        e -> Query.scan(KeyRange.ordersOf(e.w, e.d, e.c), 1),
        row -> {
          Key key = row.key();
          long o = Keys.reversed(key.part(3));
          return List.of(new PlacedOrder(key.warehouse(), key.district(), (int) key.part(2), o));
        });
  }

  /** One row for each name, read by key, with one cell for each entry in order. */
  static Index<NamedCustomer> customersByCell() {
    return new Index<>(
        false,
        e -> entry(Keys.customerNames(e.w, e.d, e.last), qualifier(e.first, e.c)),
        e -> Query.get(Keys.customerNames(e.w, e.d, e.last)),
        row ->
            cells(row, FIRST_BYTES + Integer.BYTES)
                .map(
                    cell ->
                        new NamedCustomer(
                            row.key().warehouse(),
                            row.key().district(),
                            row.key().textPart(2),
                            Key.text(cell, 0, FIRST_BYTES),
                            Bytes.toInt(cell, FIRST_BYTES)))
                .toList());
  }

  /** One row for each customer, read by key, with one cell for each entry in order. */
  static Index<PlacedOrder> ordersByCell() {
    return new Index<>(
        false,
        e -> entry(Keys.ordersOfCustomer(e.w, e.d, e.c), Bytes.toBytes((int) Keys.reversed(e.o))),
        e -> Query.get(Keys.ordersOfCustomer(e.w, e.d, e.c)),
        row ->
            cells(row, Integer.BYTES)
                .map(cell -> Keys.reversed(Integer.toUnsignedLong(Bytes.toInt(cell))))
                .map(
                    o ->
                        new PlacedOrder(
                            row.key().warehouse(),
                            row.key().district(),
                            (int) row.key().part(2),
                            o))
                .toList());
  }

  private static KeyedRow entry(Key key, byte[] qualifier) {
    return new KeyedRow(key, new Row().set(qualifier, EMPTY));
  }

  private static byte[] qualifier(String first, int c) {
    byte[] name = first.getBytes(UTF_8);
    if (name.length > FIRST_BYTES) {
      throw new IllegalArgumentException("'" + first + "' is too long");
    }
    return Bytes.add(Arrays.copyOf(name, FIRST_BYTES), Bytes.toBytes(c));
  }

  private static Stream<byte[]> cells(KeyedRow row, int length) {
    return row.row().cells().keySet().stream()
        .map(
            name -> {
              if (name.length != length) {
                throw new BrokenRowException(
                    "No entry of an index is named " + Bytes.toStringBinary(name));
              }
              return name;
            });
  }
}
