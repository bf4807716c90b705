package io.rowlock.connection;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * How far a scan of committed rows has come. A row that stays locked ends the transaction in which
 * it is read; a scan whose progress its last row describes goes on after that row in another one.
 * Not thread-safe.
 */
final class ScanProgress {

  /** Each begins after a wait for a lock. */
  private static final int MOST_RESTARTS_PER_ROW = 10;

  private final Scan rest;
  private int rows;
  private int restarts;
  private @Nullable Result last;
  private boolean hasBegunAgain;

  ScanProgress(Scan scan) {
    this.rest = copy(scan).setScanMetricsEnabled(false); // there are none
  }

  static Scan copy(Scan scan) {
    try {
      return new Scan(scan);
    } catch (IOException impossible) { // nothing is read to copy it
      throw new UncheckedIOException(impossible);
    }
  }

  /** Returns what is still to be scanned. */
  Scan rest() {
    if (rest.getLimit() > 0) {
      rest.setLimit(rest.getLimit() - rows);
    }
    rows = 0;
    Result passed = last;
    if (passed != null && !hasParts()) {
      rest.withStartRow(passed.getRow(), false);
    }
    return rest;
  }

  /**
   * Notes that the scan has returned rows, or parts of them.
   *
   * @param latest of them
   * @param count their number
   */
  void passed(Result latest, int count) {
    restarts = 0;
    rows += count;
    last = latest;
  }

  /** Counts a restart, and returns whether it is allowed. */
  boolean mayRestart() {
    boolean isWithinLimit = rest.getLimit() <= 0 || rows < rest.getLimit();
    return (last == null || !hasParts()) && isWithinLimit && ++restarts <= MOST_RESTARTS_PER_ROW;
  }

  /** Returns whether it may begin again, on a table that was created anew: once. */
  boolean mayBeginAgain() {
    boolean isFirst = last == null && !hasBegunAgain;
    hasBegunAgain = true;
    return isFirst;
  }

  /** Parts of rows have a state of their own, unlike a filter, which begins afresh as HBase's. */
  private boolean hasParts() {
    return rest.getBatch() > 0 || rest.getAllowPartialResults();
  }
}
