package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.schema.Column;
import io.rowlock.bench.tpcc.schema.Key;
import io.rowlock.bench.tpcc.schema.KeyedRow;
import io.rowlock.bench.tpcc.schema.Keys;
import io.rowlock.bench.tpcc.schema.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All rows with the number of one order, of which any may be missing.
 *
 * @param row of ORDER
 * @param isNew whether there is a row of NEW-ORDER
 * @param lines by OL_NUMBER
 */
record WholeOrder(int w, int d, long o, @Nullable Row row, boolean isNew, List<KeyedRow> lines) {

  Key key() {
    return Keys.order(w, d, o);
  }

  boolean isDelivered() {
    return row != null && row.has(Column.O_CARRIER_ID);
  }
}
