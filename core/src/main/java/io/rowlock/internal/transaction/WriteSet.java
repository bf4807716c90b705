package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.commit.RowWrite;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/** Everything that a transaction will write, by row. Not thread-safe. */
final class WriteSet {

  private final int maxRows;
  private final Map<TableName, TableRows> tables = new HashMap<>();
  private final Deque<WriteMark> marks = new ArrayDeque<>();

  WriteSet(int maxRows) {
    this.maxRows = maxRows;
  }

  boolean isEmpty() {
    return size() == 0;
  }

  private int size() {
    return tables.values().stream().mapToInt(rows -> rows.all().size()).sum();
  }

  @Nullable BufferedRow row(RowKey key) {
    TableRows rows = tables.get(key.table());
    return rows == null ? null : rows.row(key);
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
    int newSize = size();
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
  }

  private void set(RowKey key, Optional<BufferedRow> row) {
    TableRows rows = tables.computeIfAbsent(key.table(), table -> new TableRows()).toChange();
    tables.put(key.table(), rows);
    rows.set(key, row.orElse(null));
  }

  /** Marks the present state. */
  WriteMark mark() {
    WriteMark mark = new WriteMark();
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
    return true;
  }

  /** Returns the rows of a table as they are now; the borrower gives them back. */
  TableRows borrow(TableName table) {
    TableRows rows = tables.computeIfAbsent(table, name -> new TableRows());
    rows.borrow();
    return rows;
  }

  /** Returns the rows of a table; none if there are more than the limit. */
  Collection<BufferedRow> rowsOf(TableName table, int most) {
    TableRows rows = tables.get(table);
    return rows == null || rows.all().size() > most ? List.of() : rows.all();
  }

  /** Returns the writes as the protocol takes them. No further change is allowed. */
  SortedMap<RowKey, RowWrite> toCommit() {
    SortedMap<RowKey, RowWrite> writes = new TreeMap<>();
    for (TableRows rows : tables.values()) {
      rows.all().forEach(row -> writes.put(row.key(), row));
    }
    return writes;
  }
}
