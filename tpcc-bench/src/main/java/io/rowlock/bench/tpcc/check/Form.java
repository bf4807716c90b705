package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.CustomerIndex;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.OrderIndex;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.Set;

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
}
