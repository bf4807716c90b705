package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.RangeRead;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * How far one scan has come, and which versions it met on the way. It counts as read from the
 * moment that a row is met, not only when the scan ends. Not thread-safe.
 */
final class ConsumedRange {

  private final RowRange whole;
  private final boolean reversed;
  private final NavigableMap<byte[], Long> versions = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private @Nullable RowRange consumed;

  ConsumedRange(RowRange whole, boolean reversed) {
    this.whole = whole;
    this.reversed = reversed;
  }

  /** The scan has met the row: it has read the range up to there. */
  void meet(byte[] row, long version) {
    consumed = whole.upTo(row, reversed);
    if (version != 0) {
      versions.put(row, version);
    }
  }

  /** The scan has met the end: it has read the whole range. */
  void finish() {
    consumed = whole;
  }

  boolean isEmpty() {
    return consumed == null;
  }

  boolean contains(RowKey key) {
    RowRange range = consumed;
    return range != null && range.table().equals(key.table()) && range.contains(key.row());
  }

  /** The version of a row in the range: 0 when the scan did not see it. */
  long versionOf(byte[] row) {
    return versions.getOrDefault(row, 0L);
  }

  /** What was read, null when nothing was. */
  @Nullable RangeRead toRangeRead() {
    RowRange range = consumed;
    return range == null ? null : new RangeRead(range, versions);
  }
}
