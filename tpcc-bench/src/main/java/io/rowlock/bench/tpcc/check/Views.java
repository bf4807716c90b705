package io.rowlock.bench.tpcc.check;

import io.rowlock.RowlockException;
import io.rowlock.bench.tpcc.check.RowSource.RowRange;
import io.rowlock.bench.tpcc.check.RowSource.StoredRow;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Rows as plain HBase has them, each compared on the way with what a transaction sees of the same
 * range. Where a transaction cannot read on, that is a difference, and the rest is not compared.
 */
final class Views implements RowSource.RowStream {
  private final TableName table;
  private final RowSource.RowStream plain;
  private final Listener listener;
  private RowSource.@Nullable RowStream other;
  private @Nullable StoredRow ahead;

  /** Gets each row, and whether both views have it and agree. */
  @FunctionalInterface
  interface Listener {
    void compared(StoredRow row, boolean isSame);
  }

  private Views(
      TableName table, RowSource.RowStream plain, RowSource.RowStream other, Listener listener) {
    this.table = table;
    this.plain = plain;
    this.other = other;
    this.listener = listener;
  }

  static Views open(RowSource plain, RowSource transactions, RowRange range, Listener listener)
      throws IOException {
    RowSource.RowStream rows = plain.scan(range);
    try {
      return new Views(range.table(), rows, transactions.scan(range), listener);
    } catch (IOException | RuntimeException e) {
      try (rows) {
        throw e;
      }
    }
  }

  @Override
  public @Nullable StoredRow next() throws IOException {
    StoredRow row = plain.next();
    if (other != null) {
      compare(row);
    }
    return row;
  }

  /** Catches up with a row, or with the end. */
  private void compare(@Nullable StoredRow row) throws IOException {
    try {
      StoredRow seen = seen();
      while (seen != null && (row == null || Bytes.compareTo(seen.name(), row.name()) < 0)) {
        listener.compared(seen, false);
        ahead = null;
        seen = seen();
      }
      if (row != null) {
        compareWith(row, seen);
      }
    } catch (RowlockException e) {
      listener.compared(new StoredRow(table, e.row().orElse(new byte[0]), new Row()), false);
      closeOther();
    }
  }

  private void compareWith(StoredRow row, @Nullable StoredRow seen) {
    if (seen == null || !Arrays.equals(seen.name(), row.name())) {
      listener.compared(row, false);
    } else {
      listener.compared(row, seen.row().equals(row.row()));
      ahead = null;
    }
  }

  /** What the transaction sees next. */
  private @Nullable StoredRow seen() throws IOException {
    if (ahead == null) {
      ahead = Objects.requireNonNull(other).next();
    }
    return ahead;
  }

  private void closeOther() throws IOException {
    if (other != null) {
      other.close();
      other = null;
    }
  }

  @Override
  public void close() throws IOException {
    try (plain) {
      closeOther();
    }
  }
}
