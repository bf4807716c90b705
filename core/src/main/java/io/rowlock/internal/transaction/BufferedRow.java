package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.commit.RowWrite;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.transaction.ColumnChange.Replacement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The buffered writes of a transaction to one row, combined as they are made: for each column the
 * last operation wins, and the delete of a family removes the operations before it. The delete of a
 * row also covers families that were unknown when it was made: their cells are hidden in the
 * transaction's own view, and the commit empties them.
 *
 * <p>A change that depends on the committed value (an increment or append without a requested
 * result) stays open until the row is read, or until the commit. Not thread-safe.
 */
final class BufferedRow implements RowWrite {

  private final RowKey key;
  private final NavigableMap<byte[], Family> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private boolean deletesRow;
  private @Nullable Intent settled;

  BufferedRow(RowKey key) {
    this.key = key;
  }

  /** The changes of one family; emptied: all present cells are deleted first. */
  private record Family(boolean emptied, NavigableMap<byte[], ColumnChange> columns) {

    Family(boolean emptied) {
      this(emptied, new TreeMap<>(Bytes.BYTES_COMPARATOR));
    }

    Family copy() {
      Family copy = new Family(emptied);
      copy.columns.putAll(columns);
      return copy;
    }
  }

  RowKey key() {
    return key;
  }

  BufferedRow copy() {
    BufferedRow copy = new BufferedRow(key);
    families.forEach((family, changes) -> copy.families.put(family, changes.copy()));
    copy.deletesRow = deletesRow;
    return copy;
  }

  /** Returns a copy of only one column, and of the delete of the row. */
  BufferedRow copyOf(byte[] family, byte[] qualifier) {
    BufferedRow copy = new BufferedRow(key);
    copy.deletesRow = deletesRow;
    Family changes = families.get(family);
    if (changes != null) {
      Family only = new Family(changes.emptied);
      ColumnChange change = changes.columns.get(qualifier);
      if (change != null) {
        only.columns.put(qualifier, change);
      }
      copy.families.put(family, only);
    }
    return copy;
  }

  void change(byte[] family, byte[] qualifier, ColumnChange change) {
    settled = null;
    Family changes = families.computeIfAbsent(family, f -> new Family(deletesRow));
    ColumnChange before = changes.columns.get(qualifier);
    if (before == null && changes.emptied) {
      before = Replacement.DELETED;
    }
    Column column = new Column(key, family, qualifier);
    changes.columns.put(qualifier, before == null ? change : before.then(change, column));
  }

  void deleteFamily(byte[] family) {
    settled = null;
    families.put(family, new Family(true));
  }

  /**
   * Deletes the row.
   *
   * @param known the table's known families; the commit adds those that it finds
   */
  void deleteAll(Set<byte[]> known) {
    families.clear();
    known.forEach(this::deleteFamily);
    deletesRow = true;
  }

  @Override
  public Set<byte[]> families() {
    return Collections.unmodifiableSet(families.keySet());
  }

  @Override
  public boolean deletesRow() {
    return deletesRow;
  }

  @Override
  public ColumnSelection needs() {
    NavigableMap<byte[], NavigableSet<byte[]>> needed = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Map.Entry<byte[], Family> family : families.entrySet()) {
      for (Map.Entry<byte[], ColumnChange> column : family.getValue().columns.entrySet()) {
        if (column.getValue().needsCommitted()) {
          needed
              .computeIfAbsent(family.getKey(), f -> new TreeSet<>(Bytes.BYTES_COMPARATOR))
              .add(column.getKey());
        }
      }
    }
    return needed.isEmpty() ? ColumnSelection.LOCK_ONLY : ColumnSelection.of(needed);
  }

  boolean isOpen() {
    return !needs().isLockOnly();
  }

  /** Returns whether a read of these columns is enough to compute every open change. */
  boolean isSettledBy(ColumnSelection columns) {
    return columns.includesAll(needs());
  }

  /** Computes the open changes from the committed cells. They are not open any more. */
  void settle(List<Cell> committed) {
    Result base = Result.create(committed);
    for (Map.Entry<byte[], Family> family : families.entrySet()) {
      for (Map.Entry<byte[], ColumnChange> column : family.getValue().columns.entrySet()) {
        if (column.getValue().needsCommitted()) {
          column.setValue(new Replacement(newValue(base, family.getKey(), column)));
        }
      }
    }
    settled = null;
  }

  @Override
  public Intent intent(List<Cell> base) {
    Result committed = Result.create(base);
    Intent.Builder intent = Intent.builder();
    for (Map.Entry<byte[], Family> family : families.entrySet()) {
      if (family.getValue().emptied) {
        intent.deleteFamily(family.getKey());
      }
      for (Map.Entry<byte[], ColumnChange> column : family.getValue().columns.entrySet()) {
        byte[] value = newValue(committed, family.getKey(), column);
        if (value == null) {
          intent.deleteColumn(family.getKey(), column.getKey());
        } else {
          intent.put(family.getKey(), column.getKey(), value);
        }
      }
    }
    return intent.build();
  }

  @Override
  public BufferedRow then(RowWrite next) {
    BufferedRow later = (BufferedRow) next;
    if (later.deletesRow) {
      return later.copy();
    }
    BufferedRow both = copy();
    later.families.forEach(
        (family, changes) -> {
          if (changes.emptied) {
            both.deleteFamily(family);
          }
          changes.columns.forEach((qualifier, change) -> both.change(family, qualifier, change));
        });
    return both;
  }

  private byte @Nullable [] newValue(
      Result committed, byte[] family, Map.Entry<byte[], ColumnChange> column) {
    byte @Nullable [] stored = committed.getValue(family, column.getKey());
    return column.getValue().applyTo(stored, new Column(key, family, column.getKey()));
  }

  /**
   * Lays the writes over committed cells. No change may be open.
   *
   * @return only selected columns; own cells have the latest timestamp, because they have none yet
   */
  List<Cell> overlay(List<Cell> committed, ColumnSelection columns) {
    List<Cell> left = deletesRow ? List.of() : committed;
    return settledIntent().overlay(key.row(), left, columns, HConstants.LATEST_TIMESTAMP);
  }

  private Intent settledIntent() {
    Intent intent = settled;
    if (intent == null) {
      if (isOpen()) {
        throw new IllegalStateException("open changes in " + key);
      }
      intent = intent(List.of());
      settled = intent;
    }
    return intent;
  }
}
