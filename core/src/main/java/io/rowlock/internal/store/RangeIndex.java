package io.rowlock.internal.store;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value that covers a row, among thousands of ranges, in logarithmic time. If ranges
 * overlap, the one that was put last counts. Not thread-safe.
 */
public final class RangeIndex<T> {

  private final Comparator<byte[]> order;
  private final Map<TableName, NavigableMap<byte[], Part<T>>> tables = new HashMap<>();

  /** Creates an empty index. */
  public RangeIndex() {
    this(Bytes.BYTES_COMPARATOR);
  }

  /**
   * Creates an empty index.
   *
   * @param order of the keys of rows
   */
  RangeIndex(Comparator<byte[]> order) {
    this.order = order;
  }

  /** The value from the part's key in the map on, up to and without {@code end}. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part<T>(byte @Nullable [] end, T value) {}

  /** Sets the value for the range. */
  public void put(RowRange range, T value) {
    if (range.isEmpty()) {
      return;
    }
    byte[] from =
        range.firstInclusive() || range.first().length == 0 ? range.first() : next(range.first());
    byte[] to = range.last().length == 0 ? null : range.last();
    put(
        tables.computeIfAbsent(range.table(), table -> new TreeMap<>(order)),
        from,
        to != null && range.lastInclusive() ? next(to) : to,
        value);
  }

  private void put(
      NavigableMap<byte[], Part<T>> parts, byte[] from, byte @Nullable [] to, T value) {
    Map.Entry<byte[], Part<T>> before = parts.lowerEntry(from);
    if (before != null && isBefore(from, before.getValue().end())) {
      parts.put(before.getKey(), new Part<>(from, before.getValue().value()));
      keepRest(parts, before.getValue(), to);
    }
    Map.Entry<byte[], Part<T>> inside = parts.ceilingEntry(from);
    while (inside != null && isBefore(inside.getKey(), to)) {
      parts.remove(inside.getKey());
      keepRest(parts, inside.getValue(), to);
      inside = parts.higherEntry(inside.getKey());
    }
    parts.put(from, new Part<>(to, value));
  }

  /** Keeps the rest of a part behind a new range. */
  private void keepRest(NavigableMap<byte[], Part<T>> parts, Part<T> part, byte @Nullable [] to) {
    if (to != null && isBefore(to, part.end())) {
      parts.put(to, part);
    }
  }

  /** Returns the value that covers the row; null if there is none. */
  public @Nullable T get(RowKey row) {
    NavigableMap<byte[], Part<T>> parts = tables.get(row.table());
    Map.Entry<byte[], Part<T>> part = parts == null ? null : parts.floorEntry(row.row());
    return part != null && isBefore(row.row(), part.getValue().end())
        ? part.getValue().value()
        : null;
  }

  /** Compares a row with an end; a null end is behind all rows. */
  private boolean isBefore(byte[] row, byte @Nullable [] end) {
    return end == null || order.compare(row, end) < 0;
  }

  private static byte[] next(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }
}
