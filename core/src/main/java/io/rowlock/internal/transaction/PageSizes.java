package io.rowlock.internal.transaction;

import io.rowlock.internal.store.RangeScan;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Decides how many rows to fetch at a time. A scan begins with few rows, and one for fewer with as
 * many, so that it waits for no lock behind them. The number doubles from there. Not thread-safe.
 */
final class PageSizes {

  static final int DEFAULT = 100;
  static final int MAX = 1_000;

  private final int bound;
  private final long maxBytes;
  private long wanted;
  private int next;
  private int pages;

  PageSizes(Scan scan) {
    bound = scan.getCaching() > 0 ? Math.min(scan.getCaching(), MAX) : MAX;
    wanted = scan.getLimit() > 0 ? scan.getLimit() : Long.MAX_VALUE;
    maxBytes = scan.getMaxResultSize() > 0 ? scan.getMaxResultSize() : RangeScan.DEFAULT_BYTES;
    int first = scan.getCaching() > 0 ? bound : DEFAULT;
    next = scan.getFilter() == null ? (int) Math.min(wanted, first) : first;
  }

  /** Returns the largest size of a page in bytes. */
  long maxBytes() {
    return maxBytes;
  }

  int next() {
    int size = next;
    wanted -= size;
    pages++;
    next = Math.min(2 * size, bound);
    return size;
  }

  /** Returns whether the caller, who has gone through a whole page, is likely to need another. */
  boolean readsOn() {
    return pages > 1 && wanted > 0;
  }
}
