package io.rowlock.internal.transaction;

import io.rowlock.internal.store.RangeScan;
import org.apache.hadoop.hbase.client.Scan;

/**
 * How many rows to fetch at a time. A scan for few rows begins with as many, so that it waits for
 * no lock beyond them, and doubles from there: rows that are deleted but keep their lock may lie in
 * between. Not thread-safe.
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

  /** The bytes that a page may hold. */
  long maxBytes() {
    return maxBytes;
  }

  int next() {
    int size = next;
    next = Math.min(2 * size, bound);
    return size;
  }
}
