package io.rowlock.internal.transaction;

import io.rowlock.internal.store.RangeScan;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Decides how many rows to fetch at a time. A scan begins with few rows, or as many as its limit
 * allows, doubles their number, and ends at the limit, so that it waits for no lock behind it. Not
 * thread-safe.
 */
final class PageSizes {

  static final int DEFAULT = 100;
  static final int MAX = 1_000;

  private final int bound;
  private final long maxBytes;
  private final boolean isFiltered;
  private long wanted;
  private int next;
  private int pages;

  PageSizes(Scan scan) {
    bound = scan.getCaching() > 0 ? Math.min(scan.getCaching(), MAX) : MAX;
    wanted = scan.getLimit() > 0 ? scan.getLimit() : Long.MAX_VALUE;
    maxBytes = scan.getMaxResultSize() > 0 ? scan.getMaxResultSize() : RangeScan.DEFAULT_BYTES;
    isFiltered = scan.getFilter() != null;
    int first = scan.getCaching() > 0 ? bound : DEFAULT;
    next = isFiltered ? first : (int) Math.min(wanted, first);
  }

  /** Returns the largest size of a page in bytes. */
  long maxBytes() {
    return maxBytes;
  }

  /** More are read than a limit allows if some of the rows do not count for it. */
  int next() {
    int size = isFiltered || wanted <= 0 ? next : (int) Math.min(wanted, next);
    wanted -= size;
    pages++;
    next = Math.min(2 * next, bound);
    return size;
  }

  /** Returns whether the caller, who has gone through a whole page, is likely to need another. */
  boolean readsOn() {
    return pages > 1 && wanted > 0;
  }
}
