package io.rowlock.internal.protocol.read;

import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;

/** What scans do for long readers. */
public interface ScanHook {

  /** Returns whether scans leave the row out: no user has it. */
  boolean isHidden(RowKey row);

  /**
   * Notes that a conflict has stopped a scan, which reads on when it is repeated.
   *
   * @param last the last row of the page that was stopped
   */
  void stopped(RangeScan scan, RowKey last);
}
