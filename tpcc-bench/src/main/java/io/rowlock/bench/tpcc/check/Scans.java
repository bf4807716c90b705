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
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Opens scans whose rows have been looked at one by one: their form, and whether a transaction sees
 * the same. Thread-safe.
 */
final class Scans {
  private final Layout layout;
  private final RowSource plain;
  private final RowSource transactions;
  private final CheckProgress progress;
  private final Form form;
  private final ScannedRanges scanned = new ScannedRanges();

  /**
   * Scans.
   *
   * @param plain what HBase has
   * @param transactions what transactions see
   */
  Scans(Layout layout, RowSource plain, RowSource transactions, CheckProgress progress) {
    this.layout = layout;
    this.plain = plain;
    this.transactions = transactions;
    this.progress = progress;
    this.form = new Form(layout);
  }

  /**
   * Opens a scan.
   *
   * @param w whose rows they are
   */
  AuditedRows open(KeyRange range, int w, Findings findings) throws IOException {
    TableName table = layout.table(range.relation());
    return open(new RowRange(table, layout.start(range), layout.stop(range)), w, findings);
  }

  private AuditedRows open(RowRange range, int w, Findings findings) throws IOException {
    scanned.add(range);
    Views views =
        Views.open(plain, transactions, range, (row, isSame) -> compared(row, isSame, w, findings));
    return new AuditedRows(views, row -> looked(row, w, findings));
  }

  private void compared(StoredRow row, boolean isSame, int w, Findings findings) {
    findings.examine(Condition.E11, w, 1);
    if (!isSame) {
      findings.breakAt(Condition.E11, w, nameOf(row));
    }
  }

  /** Empty when it is no row of the layout. */
  private Optional<KeyedRow> looked(StoredRow row, int w, Findings findings) {
    progress.count();
    Key key = key(row);
    if (key == null || !form.has(key)) {
      findings.check(Condition.E10, w, false, row);
      return Optional.empty();
    }
    KeyedRow keyed = new KeyedRow(key, row.row());
    findings.check(Condition.E10, w, form.isRight(keyed), key);
    return Optional.of(keyed);
  }

  /** Reads what has not been read, where no rows should be. */
  void expectNothingElse(List<TableName> tables, Findings findings) throws IOException {
    for (TableName table : tables) {
      for (RowRange gap : scanned.gaps(table)) {
        expectNothing(gap, findings);
      }
    }
  }

  private void expectNothing(RowRange gap, Findings findings) throws IOException {
    try (AuditedRows rows = open(gap, Findings.ALL, findings)) {
      for (KeyedRow row = rows.next(); row != null; row = rows.next()) {
        findings.breakAt(Condition.E10, Findings.ALL, row.key());
      }
    }
  }

  private Object nameOf(StoredRow row) {
    Key key = key(row);
    return key == null ? row : key;
  }

  private @Nullable Key key(StoredRow row) {
    try {
      return layout.key(row.table(), row.name());
    } catch (BrokenRowException e) {
      return null;
    }
  }

  /** What was scanned, and so what was not. Thread-safe. */
  static final class ScannedRanges {
    private final Queue<RowRange> scanned = new ConcurrentLinkedQueue<>();

    void add(RowRange range) {
      scanned.add(range);
    }

    /** All ranges of a table between those that were scanned. */
    List<RowRange> gaps(TableName table) {
      List<RowRange> gaps = new ArrayList<>();
      byte[] begin = {};
      for (RowRange range : ofTable(table)) {
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

    private List<RowRange> ofTable(TableName table) {
      return scanned.stream()
          .filter(range -> range.table().equals(table))
          .sorted(Comparator.comparing(RowRange::start, Bytes.BYTES_COMPARATOR))
          .toList();
    }
  }

  /** Rows of one range, those left out that are none of the layout's. Not thread-safe. */
  static final class AuditedRows implements AutoCloseable {
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
}
