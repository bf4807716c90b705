package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.RowSource.StoredRow;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rows of one range, those left out that are none of the layout's. Not thread-safe. */
final class AuditedRows implements AutoCloseable {
  private final RowSource.RowStream rows;
  private final Function<StoredRow, Optional<KeyedRow>> look;
  private @Nullable KeyedRow ahead;

  AuditedRows(RowSource.RowStream rows, Function<StoredRow, Optional<KeyedRow>> look) {
    this.rows = rows;
    this.look = look;
  }

  /** The row that {@link #next} returns next; null behind the last one. */
  @Nullable KeyedRow peek() throws IOException {
    while (ahead == null) {
      StoredRow stored = rows.next();
      if (stored == null) {
        return null;
      }
      ahead = look.apply(stored).orElse(null);
    }
    return ahead;
  }

  @Nullable KeyedRow next() throws IOException {
    KeyedRow row = peek();
    ahead = null;
    return row;
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
