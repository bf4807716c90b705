package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.Checker.CheckProgress;
import io.rowlock.bench.tpcc.check.RowSource.RowRange;
import io.rowlock.bench.tpcc.check.RowSource.StoredRow;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Opens scans that check each row on the way: its form, and whether a transaction sees the same.
 * Thread-safe.
 */
final class Scans {
  private final Layout layout;
  private final RowSource plain;
  private final RowSource transactions;
  private final CheckProgress progress;
  private final Form form;
  private final Queue<RowRange> scanned = new ConcurrentLinkedQueue<>();

  Scans(Layout layout, RowSource plain, RowSource transactions, CheckProgress progress) {
    this.layout = layout;
    this.plain = plain;
    this.transactions = transactions;
    this.progress = progress;
    this.form = new Form(layout);
  }

  /** Opens a scan of rows of a warehouse. */
  AuditedRows open(KeyRange range, int w, Findings findings) throws IOException {
    TableName table = layout.table(range.relation());
    return open(new RowRange(table, layout.start(range), layout.stop(range)), w, findings);
  }

  private AuditedRows open(RowRange range, int w, Findings findings) throws IOException {
    scanned.add(range);
    Views views =
        Views.open(plain, transactions, range, (row, isSame) -> compared(row, isSame, w, findings));
    return new AuditedRows(views, row -> check(row, w, findings));
  }

  private void compared(StoredRow row, boolean isSame, int w, Findings findings) {
    Key key = key(row);
    findings.check(Condition.E11, w, isSame, key == null ? row : key);
  }

  /** Returns null if it is no row of the layout. */
  private @Nullable KeyedRow check(StoredRow row, int w, Findings findings) {
    progress.count();
    Key key = key(row);
    if (key == null || !form.has(key)) {
      findings.check(Condition.E10, w, false, row);
      return null;
    }
    KeyedRow keyed = new KeyedRow(key, row.row());
    findings.check(Condition.E10, w, form.isRight(keyed), key);
    return keyed;
  }

  private @Nullable Key key(StoredRow row) {
    try {
      return layout.key(row.table(), row.name());
    } catch (BrokenRowException e) {
      return null;
    }
  }

  /** Reads the remaining ranges, which must have no rows. */
  void expectNothingElse(List<TableName> tables, Findings findings) throws IOException {
    for (TableName table : tables) {
      for (RowRange gap : gaps(table)) {
        try (AuditedRows rows = open(gap, Findings.ALL, findings)) {
          rows.forEach(row -> findings.breakAt(Condition.E10, Findings.ALL, row.key()));
        }
      }
    }
  }

  /** All ranges of a table between the scanned ones. */
  private List<RowRange> gaps(TableName table) {
    List<RowRange> ofTable =
        scanned.stream()
            .filter(range -> range.table().equals(table))
            .sorted(Comparator.comparing(RowRange::start, Bytes.BYTES_COMPARATOR))
            .toList();
    List<RowRange> gaps = new ArrayList<>();
    byte[] begin = {};
    for (RowRange range : ofTable) {
      if (Bytes.compareTo(begin, range.start()) < 0) {
        gaps.add(new RowRange(table, begin, range.start()));
      }
      if (range.stop().length == 0) {
        return gaps;
      }
      begin = Bytes.compareTo(begin, range.stop()) < 0 ? range.stop() : begin;
    }
    gaps.add(new RowRange(table, begin, new byte[0]));
    return gaps;
  }

  /** The rows of one range that belong to the layout. Not thread-safe. */
  static final class AuditedRows implements AutoCloseable {
    private final RowSource.RowStream rows;
    private final Function<StoredRow, @Nullable KeyedRow> check;
    private @Nullable KeyedRow ahead;

    AuditedRows(RowSource.RowStream rows, Function<StoredRow, @Nullable KeyedRow> check) {
      this.rows = rows;
      this.check = check;
    }

    /** The next row; null after the last one. */
    @Nullable KeyedRow peek() throws IOException {
      while (ahead == null) {
        StoredRow stored = rows.next();
        if (stored == null) {
          return null;
        }
        ahead = check.apply(stored);
      }
      return ahead;
    }

    @Nullable KeyedRow next() throws IOException {
      KeyedRow row = peek();
      ahead = null;
      return row;
    }

    void forEach(Consumer<KeyedRow> look) throws IOException {
      for (KeyedRow row = next(); row != null; row = next()) {
        look.accept(row);
      }
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }
}
