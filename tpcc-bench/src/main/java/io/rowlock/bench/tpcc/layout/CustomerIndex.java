package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.List;

/** Finds customers by C_LAST, ordered by C_FIRST. Written once, by the load. */
public interface CustomerIndex {

  /** What the index knows of a customer. */
  record NamedCustomer(int w, int d, String last, String first, int c) {}

  /** The row that makes, or is added to, the index's row for a customer. */
  KeyedRow rowFor(NamedCustomer entry);

  Query named(int w, int d, String last);

  /**
   * The entries in a row of the index, ordered by C_FIRST and then by C_ID.
   *
   * @throws io.rowlock.bench.tpcc.layout.Row.BrokenRowException when a cell is none
   */
  List<NamedCustomer> entries(KeyedRow row);

  /** As {@link #entries(KeyedRow)}, of all rows that {@link #named} has found. */
  default List<NamedCustomer> entries(List<KeyedRow> found) {
    return found.stream().flatMap(row -> entries(row).stream()).toList();
  }
}
