package io.rowlock.internal.store;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.collect.BoundType;
import org.apache.hbase.thirdparty.com.google.common.collect.Range;
import org.apache.hbase.thirdparty.com.google.common.collect.RangeMap;
import org.apache.hbase.thirdparty.com.google.common.collect.TreeRangeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value that covers a row, among thousands of ranges, in logarithmic time. If ranges
 * overlap, the one that was put last counts. Not thread-safe.
 */
public final class RangeIndex<T> {

  private final Map<TableName, RangeMap<RowKey, T>> tables = new HashMap<>();

  /** Sets the value for the range. */
  public void put(RowRange range, T value) {
    if (!range.isEmpty()) {
      tables
          .computeIfAbsent(range.table(), table -> TreeRangeMap.create())
          .put(keysOf(range), value);
    }
  }

  private static Range<RowKey> keysOf(RowRange range) {
    RowKey first = new RowKey(range.table(), range.first());
    BoundType from = bound(range.firstInclusive() || range.first().length == 0);
    return range.last().length == 0
        ? Range.downTo(first, from)
        : Range.range(
            first, from, new RowKey(range.table(), range.last()), bound(range.lastInclusive()));
  }

  private static BoundType bound(boolean isInclusive) {
    return isInclusive ? BoundType.CLOSED : BoundType.OPEN;
  }

  /** Returns the value that covers the row; null if there is none. */
  public @Nullable T get(RowKey row) {
    RangeMap<RowKey, T> ranges = tables.get(row.table());
    return ranges == null ? null : ranges.get(row);
  }
}
