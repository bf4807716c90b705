package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.CustomerIndex;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.OrderIndex;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The entries in rows of the indexes, cell by cell, as each may be none. */
final class IndexEntries {
  private final CustomerIndex customers;
  private final OrderIndex orders;

  IndexEntries(Layout layout) {
    this.customers = layout.customers();
    this.orders = layout.orders();
  }

  Set<CustomerIndex.NamedCustomer> customers(KeyedRow row) {
    return readable(row, customers::entries);
  }

  Set<OrderIndex.PlacedOrder> orders(KeyedRow row) {
    return readable(row, orders::entries);
  }

  private static <E> Set<E> readable(KeyedRow row, Function<KeyedRow, List<E>> entries) {
    Set<E> found = new LinkedHashSet<>();
    for (KeyedRow cell : cells(row)) {
      try {
        found.addAll(entries.apply(cell));
      } catch (BrokenRowException e) {
        // Form tells.
      }
    }
    return found;
  }

  boolean areCustomers(KeyedRow row) {
    return cells(row).stream()
        .allMatch(cell -> isEntry(cell, customers::entries, customers::rowFor));
  }

  boolean areOrders(KeyedRow row) {
    return cells(row).stream().allMatch(cell -> isEntry(cell, orders::entries, orders::rowFor));
  }

  /** Whether the load would write the cell for what it says. */
  private static <E> boolean isEntry(
      KeyedRow cell, Function<KeyedRow, List<E>> entries, Function<E, KeyedRow> rowFor) {
    try {
      return entries.apply(cell).stream().allMatch(entry -> rowFor.apply(entry).equals(cell));
    } catch (BrokenRowException | IllegalArgumentException e) {
      return false;
    }
  }

  private static List<KeyedRow> cells(KeyedRow row) {
    List<KeyedRow> cells = new ArrayList<>();
    row.row()
        .cells()
        .forEach((name, value) -> cells.add(new KeyedRow(row.key(), new Row().set(name, value))));
    return cells;
  }
}
