package io.rowlock.internal.transaction;

import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Which cells of each family a query wants, counted in the row as the transaction sees it and after
 * its filter, as on a region server.
 *
 * @param offset cells that are left out first
 * @param limit cells that follow; negative: all of them. HBase gives one cell where 0 is asked for
 */
record FamilyWindow(int offset, int limit) {

  static final FamilyWindow ALL = new FamilyWindow(0, -1);

  static FamilyWindow of(Get get) {
    return new FamilyWindow(get.getRowOffsetPerColumnFamily(), get.getMaxResultsPerColumnFamily());
  }

  static FamilyWindow of(Scan scan) {
    return new FamilyWindow(
        scan.getRowOffsetPerColumnFamily(), scan.getMaxResultsPerColumnFamily());
  }

  boolean isLimited() {
    return limit >= 0;
  }

  /** The number of the last cell that it wants. */
  long end() {
    return (long) Math.max(0, offset) + Math.max(1, limit);
  }

  boolean isAll() {
    return offset <= 0 && limit < 0;
  }

  /** Whether the cell with that number, from 1, is one of them. */
  boolean includes(long number) {
    return number > offset;
  }

  /** Whether it is the last of its family. */
  boolean endsAt(long number) {
    return limit >= 0 && includes(number) && number >= (long) offset + limit;
  }
}
