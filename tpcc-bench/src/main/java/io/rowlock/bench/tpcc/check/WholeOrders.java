package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.Scans.AuditedRows;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A full outer join of a district's ORDER, NEW-ORDER and ORDER-LINE. */
record WholeOrders(int w, int d, AuditedRows orders, AuditedRows newOrders, AuditedRows lines)
    implements AutoCloseable {
  private static final long NONE = Long.MAX_VALUE;

  static WholeOrders open(Scope scope) throws IOException {
    List<AuditedRows> open = new ArrayList<>();
    try {
      for (Relation relation : List.of(Relation.ORDERS, Relation.NEW_ORDER, Relation.ORDER_LINE)) {
        open.add(scope.open(KeyRange.of(relation, scope.w(), scope.d())));
      }
      return new WholeOrders(scope.w(), scope.d(), open.get(0), open.get(1), open.get(2));
    } catch (IOException | RuntimeException e) {
      for (AuditedRows rows : open) {
        rows.close();
      }
      throw e;
    }
  }

  /** The next number with any row; null after the last. */
  @Nullable WholeOrder next() throws IOException {
    long o = Math.min(number(orders), Math.min(number(newOrders), number(lines)));
    if (o == NONE) {
      return null;
    }
    Row order = take(orders, o);
    boolean isNew = take(newOrders, o) != null;
    List<KeyedRow> ofOrder = new ArrayList<>();
    while (number(lines) == o) {
      KeyedRow line = lines.next();
      if (line != null) {
        ofOrder.add(line);
      }
    }
    return new WholeOrder(w, d, o, order, isNew, List.copyOf(ofOrder));
  }

  private static long number(AuditedRows rows) throws IOException {
    KeyedRow row = rows.peek();
    return row == null ? NONE : row.key().part(2);
  }

  private static @Nullable Row take(AuditedRows rows, long o) throws IOException {
    KeyedRow row = number(rows) == o ? rows.next() : null;
    return row == null ? null : row.row();
  }

  @Override
  public void close() throws IOException {
    try (orders;
        newOrders;
        lines) {
      // All are closed, whatever happens to one.
    }
  }

  /** All rows with the number of one order; each can be missing. */
  record WholeOrder(int w, int d, long o, @Nullable Row row, boolean isNew, List<KeyedRow> lines) {

    Key key() {
      return Keys.order(w, d, o);
    }

    boolean isDelivered() {
      return row != null && row.has(Column.O_CARRIER_ID);
    }
  }

  /** Examines the orders of one district in the order of their numbers. Not thread-safe. */
  interface OrderAuditor {

    void see(WholeOrder order);

    /** Ends the district; {@code next} is the row with D_NEXT_O_ID, null if it is missing. */
    default void end(@Nullable Row next) {}
  }
}
