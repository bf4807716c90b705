package io.rowlock.operations;

import io.rowlock.internal.store.RowRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;

/** Cuts a range at the boundaries of regions, so that progress can be reported. */
final class RegionParts {

  private RegionParts() {}

  static List<RowRange> of(Connection connection, LockRange range) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(range.table())) {
      return of(locator.getStartKeys(), range);
    }
  }

  /**
   * Cuts the range.
   *
   * @param starts the start keys of all regions, in order
   */
  static List<RowRange> of(byte[][] starts, LockRange range) {
    RowRange whole = new RowRange(range.table(), range.startRow(), true, range.stopRow(), false);
    List<RowRange> parts = new ArrayList<>();
    for (int i = 0; i < starts.length; i++) {
      byte[] end = i + 1 == starts.length ? HConstants.EMPTY_END_ROW : starts[i + 1];
      parts.add(whole.within(starts[i], end));
    }
    parts.removeIf(RowRange::isEmpty);
    return parts;
  }
}
