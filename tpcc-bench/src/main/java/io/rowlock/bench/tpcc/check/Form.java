package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Index;
import io.rowlock.bench.tpcc.layout.Index.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The required, optional and forbidden cells of a row. */
final class Form {
  private static final Set<Column> NULLABLE = Set.of(Column.O_CARRIER_ID, Column.OL_DELIVERY_D);
  private static final int CARRIERS = 10;

  private final Layout layout;
  private final Relation customers;
  private final Relation orders;

  Form(Layout layout) {
    this.layout = layout;
    this.customers = layout.customers().rowFor(NamedCustomer.of(1, 1, "")).key().relation();
    this.orders = layout.orders().rowFor(PlacedOrder.of(1, 1, 1)).key().relation();
  }

  /** Whether rows of a relation exist in the layout. */
  boolean has(Key key) {
    Relation relation = key.relation();
    return !relation.columns().isEmpty() || relation == customers || relation == orders;
  }

  boolean isRight(KeyedRow row) {
    Relation relation = row.key().relation();
    if (relation == customers) {
      return IndexEntries.areEntries(row, layout.customers());
    }
    if (relation == orders) {
      return IndexEntries.areEntries(row, layout.orders());
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

  /** The entries in rows of the indexes, cell by cell, because each cell can be invalid. */
  record IndexEntries(Layout layout) {
    Set<NamedCustomer> customers(KeyedRow row) {
      return readable(row, layout.customers());
    }

    Set<PlacedOrder> orders(KeyedRow row) {
      return readable(row, layout.orders());
    }

    private static <E> Set<E> readable(KeyedRow row, Index<E> index) {
      Set<E> found = new LinkedHashSet<>();
      for (KeyedRow cell : cells(row)) {
        try {
          found.addAll(index.entries(cell));
        } catch (BrokenRowException e) {
          // Form reports it.
        }
      }
      return found;
    }

    /** Whether each cell is as the load writes the entry. */
    static <E> boolean areEntries(KeyedRow row, Index<E> index) {
      return cells(row).stream().allMatch(cell -> isEntry(cell, index));
    }

    private static <E> boolean isEntry(KeyedRow cell, Index<E> index) {
      try {
        return index.entries(cell).stream().allMatch(e -> index.rowFor(e).equals(cell));
      } catch (BrokenRowException | IllegalArgumentException e) {
        return false;
      }
    }

    private static List<KeyedRow> cells(KeyedRow row) {
      return row.row().cells().entrySet().stream()
          .map(e -> new KeyedRow(row.key(), new Row().set(e.getKey(), e.getValue())))
          .toList();
    }
  }
}
