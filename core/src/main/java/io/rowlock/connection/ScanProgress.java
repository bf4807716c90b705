package io.rowlock.connection;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * How far a scan of committed rows has come. A row that stays locked ends the transaction in which
 * it is read; a scan whose progress its last row describes goes on after that row in another one.
 * Not thread-safe.
 */
final class ScanProgress {

  /** Each begins after a wait for a lock. */
  private static final int MOST_RESTARTS_PER_ROW = 10;

  private final Scan rest;
  private int restarts;
  private boolean hasBegun;

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
    return rest;
  }

  void passed(Result row) {
    restarts = 0;
    hasBegun = true;
    if (isDescribedByItsLastRow()) {
      rest.withStartRow(row.getRow(), false);
    }
  }

  /** Counts a restart, and returns whether it is allowed. */
  boolean mayRestart() {
    return isDescribedByItsLastRow() && ++restarts <= MOST_RESTARTS_PER_ROW;
  }

  /** Returns whether it may begin again, on a table that was created anew: once. */
  boolean mayBeginAgain() {
    boolean isFirst = !hasBegun;
    hasBegun = true;
    return isFirst;
  }

  /**
   * Limits and parts of rows have a state of their own. A filter begins afresh, as HBase's does
   * when a region has moved.
   */
  private boolean isDescribedByItsLastRow() {
    return rest.getLimit() <= 0 && rest.getBatch() <= 0 && !rest.getAllowPartialResults();
  }
}
