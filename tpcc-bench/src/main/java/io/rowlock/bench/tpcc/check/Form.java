package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.CustomerIndex;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.OrderIndex;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Which cells a row must have, may have, and must not have. */
final class Form {
  private static final Set<Column> NULLABLE = Set.of(Column.O_CARRIER_ID, Column.OL_DELIVERY_D);
  private static final int CARRIERS = 10;

  private final Relation customers;
  private final Relation orders;
  private final IndexEntries entries;

  Form(Layout layout) {
    this.customers =
        layout
            .customers()
            .rowFor(new CustomerIndex.NamedCustomer(1, 1, "", "", 1))
            .key()
            .relation();
    this.orders = layout.orders().rowFor(new OrderIndex.PlacedOrder(1, 1, 1, 1)).key().relation();
    this.entries = new IndexEntries(layout);
  }

  /** Whether rows of a relation exist in the layout. */
  boolean has(Key key) {
    Relation relation = key.relation();
    return !relation.columns().isEmpty() || relation == customers || relation == orders;
  }

  boolean isRight(KeyedRow row) {
    Relation relation = row.key().relation();
    if (relation == customers) {
      return entries.areCustomers(row);
    }
    if (relation == orders) {
      return entries.areOrders(row);
    }
    return hasItsCells(relation, row.row()) && hasCarrier(relation, row.row());
  }

  private static boolean hasItsCells(Relation relation, Row row) {
    int found = 0;
    for (Column column : relation.columns()) {
      byte[] value = row.cells().get(column.qualifier());
      if (value != null && Cells.isSized(column, value)) {
        found++;
      } else if (value != null || !NULLABLE.contains(column)) {
        return false;
      }
    }
    return found == row.cells().size();
  }

  private static boolean hasCarrier(Relation relation, Row row) {
    if (relation != Relation.ORDERS || !row.has(Column.O_CARRIER_ID)) {
      return true;
    }
    long carrier = Cells.inSum(row, Column.O_CARRIER_ID);
    return carrier >= 1 && carrier <= CARRIERS;
  }

  /** The entries in rows of the indexes, cell by cell, as each may be none. */
  static final class IndexEntries {
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
}
