package io.rowlock.bench.tpcc.access;

import java.util.Locale;

/**
 * What a thread that runs a business transaction waits for, or does. At any time it is in one of
 * them, so they add up to the latency. Rolling forward and back happens behind its back.
 */
public enum Phase {
  /** The business transaction's own code and Rowlock's, and waking up when an answer is there. */
  CLIENT,
  POINT_READ,
  /** Reads of which one at least is of a range, however it is sent. */
  RANGE_READ,
  /** From the end of the reads to the first write of a commit: locks of rows not read before. */
  LOCK_READ,
  /** In mode 2pc locks and what is prepared. */
  PREWRITE,
  /** From the last prewrite to the commit point, or all of a commit that writes nothing. */
  VALIDATE,
  /** The commit point, which for rows of one region is all of the commit; 2pc's decision. */
  COMMIT,
  /**
   * From the last write of an attempt that lost to the next attempt; rows that are locked before it
   * begins are locked in this time. In mode 2pc also pauses in which a lock is waited for.
   */
  BACKOFF,
  /** Written without Rowlock. */
  WRITE;

  /** As files and tables name it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
