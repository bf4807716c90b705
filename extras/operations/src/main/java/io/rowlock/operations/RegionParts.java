package io.rowlock.operations;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Bytes;

/** Cuts a range at the boundaries of regions, so that progress can be reported. */
final class RegionParts {

  private RegionParts() {}

  static List<LockRange> of(Connection connection, LockRange range) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(range.table())) {
      return of(locator.getStartKeys(), range);
    }
  }

  /**
   * Cuts the range.
   *
   * @param starts the start keys of all regions, in order
   */
  static List<LockRange> of(byte[][] starts, LockRange range) {
    List<LockRange> parts = new ArrayList<>();
    for (int i = 0; i < starts.length; i++) {
      byte[] end = i + 1 == starts.length ? HConstants.EMPTY_END_ROW : starts[i + 1];
      byte[] from = later(starts[i], range.startRow());
      byte[] to = earlier(end, range.stopRow());
      if (to.length == 0 || Bytes.compareTo(from, to) < 0) {
        parts.add(LockRange.of(range.table(), from, to));
      }
    }
    return parts;
  }

  private static byte[] later(byte[] left, byte[] right) {
    return Bytes.compareTo(left, right) >= 0 ? left : right;
  }

  /** Returns the smaller end; empty is the end of the table. */
  private static byte[] earlier(byte[] left, byte[] right) {
    if (left.length == 0 || right.length == 0) {
      return left.length == 0 ? right : left;
    }
    return Bytes.compareTo(left, right) <= 0 ? left : right;
  }
}
