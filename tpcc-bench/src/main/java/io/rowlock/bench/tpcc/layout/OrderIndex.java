package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.List;

/** Finds the latest order of a customer. */
public interface OrderIndex {

  /** What the index knows of an order. */
  record PlacedOrder(int w, int d, int c, long o) {}

  /** The row that makes, or is added to, the index's row for an order. */
  KeyedRow rowFor(PlacedOrder entry);

  /** Whether every entry has a row of its own, which is new. */
  boolean isRowPerEntry();

  /** Finds the entry of the latest order first, perhaps others as well. */
  Query latest(int w, int d, int c);

  /**
   * The entries in a row of the index, the latest first.
   *
   * @throws io.rowlock.bench.tpcc.layout.Row.BrokenRowException when a cell is none
   */
  List<PlacedOrder> entries(KeyedRow row);

  /** As {@link #entries(KeyedRow)}, of all rows that {@link #latest} has found. */
  default List<PlacedOrder> entries(List<KeyedRow> found) {
    return found.stream().flatMap(row -> entries(row).stream()).toList();
  }
}
