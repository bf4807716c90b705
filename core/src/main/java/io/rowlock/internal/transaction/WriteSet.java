package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.commit.RowWrite;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Everything that a transaction will write, by row. Not thread-safe. */
final class WriteSet {

  private static final NavigableMap<byte[], BufferedRow> NO_ROWS =
      Collections.unmodifiableNavigableMap(new TreeMap<>(Bytes.BYTES_COMPARATOR));

  private final int maxRows;
  private final Map<TableName, NavigableMap<byte[], BufferedRow>> tables = new HashMap<>();
  private final Deque<WriteMark> marks = new ArrayDeque<>();
  private int size;

  WriteSet(int maxRows) {
    this.maxRows = maxRows;
  }

  boolean isEmpty() {
    return size == 0;
  }

  @Nullable BufferedRow row(RowKey key) {
    return rowsOf(key.table()).get(key.row());
  }

  /**
   * Returns a copy of what is buffered for the row, to be changed and then given to {@link
   * #putAll}.
   */
  BufferedRow copyOf(RowKey key) {
    BufferedRow row = row(key);
    return row == null ? new BufferedRow(key) : row.copy();
  }

  /**
   * Replaces what was buffered for the given rows, which must be distinct: all or none.
   *
   * @throws ProtocolFailure if the transaction would write too many rows
   */
  void putAll(Collection<BufferedRow> rows) {
    int newSize = size;
    for (BufferedRow row : rows) {
      if (row(row.key()) == null && ++newSize > maxRows) {
        throw Refusals.tooManyRows(row.key(), maxRows);
      }
    }
    WriteMark latest = marks.peekLast();
    for (BufferedRow row : rows) {
      if (latest != null) {
        latest.note(row.key(), row(row.key()));
      }
      set(row.key(), Optional.of(row));
    }
    size = newSize;
  }

  private void set(RowKey key, Optional<BufferedRow> row) {
    NavigableMap<byte[], BufferedRow> rows =
        tables.computeIfAbsent(key.table(), table -> new TreeMap<>(Bytes.BYTES_COMPARATOR));
    row.ifPresentOrElse(present -> rows.put(key.row(), present), () -> rows.remove(key.row()));
  }

  /** Marks the present state. */
  WriteMark mark() {
    WriteMark mark = new WriteMark(size);
    marks.addLast(mark);
    return mark;
  }

  /**
   * Returns to the state of a mark, and forgets all later marks. A row that was read meanwhile may
   * be open again; the commit fetches its cells, and requires the version that was read.
   *
   * @return false if the mark is of another transaction, or forgotten; then nothing happens
   */
  boolean returnTo(WriteMark mark) {
    if (!marks.contains(mark)) {
      return false;
    }
    while (!mark.equals(marks.getLast())) {
      marks.removeLast().undo(this::set);
    }
    mark.undo(this::set);
    size = mark.size();
    return true;
  }

  /** Returns the row that a scan of the range meets first, or null. */
  @Nullable BufferedRow first(RowRange range, boolean reversed) {
    NavigableMap<byte[], BufferedRow> rows = rowsOf(range.table());
    Map.Entry<byte[], BufferedRow> entry = reversed ? last(rows, range) : first(rows, range);
    return entry != null && range.contains(entry.getKey()) ? entry.getValue() : null;
  }

  private static Map.@Nullable Entry<byte[], BufferedRow> first(
      NavigableMap<byte[], BufferedRow> rows, RowRange range) {
    boolean inclusive = range.firstInclusive() || range.first().length == 0;
    return inclusive ? rows.ceilingEntry(range.first()) : rows.higherEntry(range.first());
  }

  private static Map.@Nullable Entry<byte[], BufferedRow> last(
      NavigableMap<byte[], BufferedRow> rows, RowRange range) {
    if (range.last().length == 0) {
      return rows.lastEntry();
    }
    return range.lastInclusive() ? rows.floorEntry(range.last()) : rows.lowerEntry(range.last());
  }

  /** Returns the rows of a table; none if there are more than the limit. */
  Collection<BufferedRow> rowsOf(TableName table, int most) {
    NavigableMap<byte[], BufferedRow> rows = rowsOf(table);
    return rows.size() > most ? List.of() : rows.values();
  }

  private NavigableMap<byte[], BufferedRow> rowsOf(TableName table) {
    return tables.getOrDefault(table, NO_ROWS);
  }

  /** Returns the writes as the protocol takes them. No further change is allowed. */
  SortedMap<RowKey, RowWrite> toCommit() {
    SortedMap<RowKey, RowWrite> writes = new TreeMap<>();
    for (NavigableMap<byte[], BufferedRow> rows : tables.values()) {
      rows.values().forEach(row -> writes.put(row.key(), row));
    }
    return writes;
  }
}
