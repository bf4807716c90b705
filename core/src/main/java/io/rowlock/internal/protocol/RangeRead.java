package io.rowlock.internal.protocol;

import io.rowlock.internal.store.RowRange;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A range as far as a scan consumed it, with the version of every row in it that has a lock cell. A
 * row without one is at version 0.
 */
public final class RangeRead {

  private final RowRange range;
  private final NavigableMap<byte[], Long> versions;

  /**
   * @param range what was consumed
   * @param versions by row, in the order of {@code Bytes.BYTES_COMPARATOR}; copied
   */
  public RangeRead(RowRange range, NavigableMap<byte[], Long> versions) {
    this.range = range;
    NavigableMap<byte[], Long> copy = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    copy.putAll(versions);
    this.versions = Collections.unmodifiableNavigableMap(copy);
  }

  public RowRange range() {
    return range;
  }

  NavigableMap<byte[], Long> versions() {
    return versions;
  }

  long versionOf(byte[] row) {
    return versions.getOrDefault(row, 0L);
  }
}
