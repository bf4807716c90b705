package io.rowlock.internal.transaction;

import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The cells of each family that a query selects, counted in the row as the transaction sees it and
 * after its filter, as on a region server.
 *
 * @param offset the number of cells that are left out first
 * @param limit the number of cells that follow; negative: all of them. HBase returns one cell for 0
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

  /** Returns the number of the last selected cell. */
  long end() {
    return (long) Math.max(0, offset) + Math.max(1, limit);
  }

  boolean isAll() {
    return offset <= 0 && limit < 0;
  }

  /** Returns whether the cell with that number, from 1, is selected. */
  boolean includes(long number) {
    return number > offset;
  }

  /** Returns whether it is the last selected cell of its family. */
  boolean endsAt(long number) {
    return limit >= 0 && includes(number) && number >= (long) offset + limit;
  }
}
