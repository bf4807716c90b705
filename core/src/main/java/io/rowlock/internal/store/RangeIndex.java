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
 * Finds out what covers a row, among thousands of ranges, in a logarithm of steps. Where ranges
 * overlap, the one that came last counts. Not thread-safe.
 */
public final class RangeIndex<T> {

  private final Comparator<byte[]> order;
  private final Map<TableName, NavigableMap<byte[], Part<T>>> tables = new HashMap<>();

  /** Begins with no range. */
  public RangeIndex() {
    this(Bytes.BYTES_COMPARATOR);
  }

  /**
   * The same.
   *
   * @param order that of the keys of rows
   */
  RangeIndex(Comparator<byte[]> order) {
    this.order = order;
  }

  /** What covers the rows from its place in the map on, up to and without {@code end}. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part<T>(byte @Nullable [] end, T value) {}

  /** From now on the value covers the range. */
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

  /** What a part covers behind the range that has come. */
  private void keepRest(NavigableMap<byte[], Part<T>> parts, Part<T> part, byte @Nullable [] to) {
    if (to != null && isBefore(to, part.end())) {
      parts.put(to, part);
    }
  }

  /** The value that covers the row; null when none does. */
  public @Nullable T get(RowKey row) {
    NavigableMap<byte[], Part<T>> parts = tables.get(row.table());
    Map.Entry<byte[], Part<T>> part = parts == null ? null : parts.floorEntry(row.row());
    return part != null && isBefore(row.row(), part.getValue().end())
        ? part.getValue().value()
        : null;
  }

  /** An end that is null lies behind all rows. */
  private boolean isBefore(byte[] row, byte @Nullable [] end) {
    return end == null || order.compare(row, end) < 0;
  }

  private static byte[] next(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }
}
