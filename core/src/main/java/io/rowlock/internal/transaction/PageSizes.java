package io.rowlock.internal.transaction;

import io.rowlock.internal.store.RangeScan;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Decides how many rows to fetch at a time. A scan for few rows begins with as many, so that it
 * waits for no lock behind them. The number doubles from there, because deleted rows that still
 * have a lock may come in between. Not thread-safe.
 */
final class PageSizes {

  static final int DEFAULT = 100;
  static final int MAX = 1_000;

  private final int bound;
  private final long maxBytes;
  private int next;

  PageSizes(Scan scan) {
    bound = scan.getCaching() > 0 ? Math.min(scan.getCaching(), MAX) : DEFAULT;
    maxBytes = scan.getMaxResultSize() > 0 ? scan.getMaxResultSize() : RangeScan.DEFAULT_BYTES;
    boolean few = scan.getLimit() > 0 && scan.getFilter() == null;
    next = few ? Math.min(scan.getLimit(), bound) : bound;
  }

  /** Returns the largest size of a page in bytes. */
  long maxBytes() {
    return maxBytes;
  }

  int next() {
    int size = next;
    next = Math.min(2 * size, bound);
    return size;
  }
}
