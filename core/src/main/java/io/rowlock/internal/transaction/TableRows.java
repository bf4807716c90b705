package io.rowlock.internal.transaction;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one table that a transaction will write. A scan borrows them as they are when it is
 * opened: while it has them, the next write changes a copy, and the scan keeps the original. So a
 * scan costs at most one copy, and only if something is written before it ends. Not thread-safe.
 */
final class TableRows {

  private final NavigableMap<byte[], BufferedRow> rows = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private int borrowers;

  void borrow() {
    borrowers++;
  }

  void giveBack() {
    borrowers--;
  }

  /** Returns these rows, or a copy if they must stay as they are. */
  TableRows toChange() {
    return borrowers == 0 ? this : copy();
  }

  private TableRows copy() {
    TableRows copy = new TableRows();
    copy.rows.putAll(rows);
    return copy;
  }

  /** Sets what is written to the row; null: nothing. */
  void set(RowKey key, @Nullable BufferedRow row) {
    if (row == null) {
      rows.remove(key.row());
    } else {
      rows.put(key.row(), row);
    }
  }

  @Nullable BufferedRow row(RowKey key) {
    return rows.get(key.row());
  }

  Collection<BufferedRow> all() {
    return rows.values();
  }

  /** Returns the row that a scan of the range meets first, or null. */
  @Nullable BufferedRow first(RowRange range, boolean reversed) {
    Map.Entry<byte[], BufferedRow> entry = reversed ? last(range) : first(range);
    return entry != null && range.contains(entry.getKey()) ? entry.getValue() : null;
  }

  private Map.@Nullable Entry<byte[], BufferedRow> first(RowRange range) {
    boolean inclusive = range.firstInclusive() || range.first().length == 0;
    return inclusive ? rows.ceilingEntry(range.first()) : rows.higherEntry(range.first());
  }

  private Map.@Nullable Entry<byte[], BufferedRow> last(RowRange range) {
    if (range.last().length == 0) {
      return rows.lastEntry();
    }
    return range.lastInclusive() ? rows.floorEntry(range.last()) : rows.lowerEntry(range.last());
  }
}
