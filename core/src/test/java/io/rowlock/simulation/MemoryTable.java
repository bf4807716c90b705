package io.rowlock.simulation;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ColumnSlice;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;

/** The rows of one table. */
final class MemoryTable {

  private final TableFacts facts;
  private final NavigableMap<byte[], MemoryRow> rows;

  MemoryTable(TableFacts facts) {
    this(facts, new TreeMap<>(Bytes.BYTES_COMPARATOR));
  }

  private MemoryTable(TableFacts facts, NavigableMap<byte[], MemoryRow> rows) {
    this.facts = facts;
    this.rows = rows;
  }

  /**
   * Returns the same rows with other facts, without the cells of families that do not exist any
   * more.
   */
  MemoryTable with(TableFacts other) {
    if (!other.families().containsAll(facts.families())) {
      rows.values().forEach(row -> row.keep(other.families()));
    }
    return new MemoryTable(other, rows);
  }

  /** Returns an independent copy of the rows. */
  MemoryTable copy() {
    MemoryTable copy = new MemoryTable(facts);
    rows.forEach((key, row) -> copy.rows.put(key, row.copy()));
    return copy;
  }

  void flush() {
    rows.values().forEach(MemoryRow::flush);
  }

  void compact() {
    rows.values().forEach(MemoryRow::compact);
  }

  long newestTimestamp(RowKey key) {
    MemoryRow row = rows.get(key.row());
    return row == null ? 0 : row.newestTimestamp();
  }

  TableFacts facts() {
    return facts;
  }

  StoredRow get(RowKey key, ColumnSelection columns) {
    requireFamilies(columns);
    MemoryRow row = rows.get(key.row());
    return stored(key, columns, row == null ? List.of() : row.visible());
  }

  StoredRow get(RowRead read) {
    StoredRow row = get(read.key(), read.columns());
    ColumnSlice slice = read.slice();
    return slice == null ? row : new StoredRow(row.key(), cut(row.cells(), slice), row.lock());
  }

  private static List<Cell> cut(List<Cell> cells, ColumnSlice slice) {
    Map<byte[], Integer> counts = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    return cells.stream()
        .filter(cell -> isIn(slice, CellUtil.cloneQualifier(cell)))
        .filter(cell -> counts.merge(CellUtil.cloneFamily(cell), 1, Integer::sum) <= slice.limit())
        .toList();
  }

  private static boolean isIn(ColumnSlice slice, byte[] qualifier) {
    return Bytes.compareTo(qualifier, slice.from()) >= 0
        && (slice.until().length == 0 || Bytes.compareTo(qualifier, slice.until()) < 0);
  }

  ScanPage scan(RangeScan scan) {
    requireFamilies(scan.columns());
    NavigableMap<byte[], MemoryRow> ordered = scan.reversed() ? rows.descendingMap() : rows;
    List<StoredRow> page = new ArrayList<>();
    long bytes = 0;
    for (Map.Entry<byte[], MemoryRow> entry : ordered.entrySet()) {
      if (page.size() == scan.limit() || bytes >= scan.maxBytes()) {
        return new ScanPage(page, false);
      }
      int before = page.size();
      addIfFound(entry, scan, page);
      bytes += page.size() == before ? 0 : bytesOf(page.get(before));
    }
    return new ScanPage(page, page.size() < scan.limit());
  }

  private static long bytesOf(StoredRow row) {
    return row.cells().stream().mapToLong(Cell::heapSize).sum();
  }

  private static void addIfFound(
      Map.Entry<byte[], MemoryRow> entry, RangeScan scan, List<StoredRow> page) {
    RowRange range = scan.range();
    if (range.contains(entry.getKey())) {
      RowKey key = new RowKey(range.table(), entry.getKey());
      StoredRow row = stored(key, scan.columns(), entry.getValue().visible());
      if (row.lock() != null || !row.cells().isEmpty()) {
        page.add(row);
      }
    }
  }

  void apply(byte[] row, List<Cell> cells) {
    requireFamilies(cells);
    rows.computeIfAbsent(row.clone(), key -> new MemoryRow()).apply(cells);
  }

  /** Refuses cells whose family is missing. */
  void requireFamilies(List<Cell> cells) {
    for (Cell cell : cells) {
      requireFamily(CellUtil.cloneFamily(cell));
    }
  }

  private static StoredRow stored(RowKey key, ColumnSelection columns, List<Cell> visible) {
    List<Cell> cells = new ArrayList<>(visible.size());
    StoredLock lock = null;
    for (Cell cell : visible) {
      if (isLock(cell)) {
        lock = new StoredLock(CellUtil.cloneValue(cell), cell.getTimestamp());
      } else if (columns.includes(cell)) {
        cells.add(cell);
      }
    }
    return new StoredRow(key, cells, lock);
  }

  private static boolean isLock(Cell cell) {
    return CellUtil.matchingColumn(cell, LockColumn.family(), LockColumn.qualifier());
  }

  private void requireFamilies(ColumnSelection columns) {
    if (!columns.isAll()) {
      columns.families().keySet().forEach(this::requireFamily);
      requireFamily(LockColumn.family());
    }
  }

  private void requireFamily(byte[] family) {
    if (!facts.families().contains(family)) {
      throw new UncheckedIOException(
          new NoSuchColumnFamilyException(
              "No family '" + Bytes.toStringBinary(family) + "' in table " + facts.table()));
    }
  }
}
