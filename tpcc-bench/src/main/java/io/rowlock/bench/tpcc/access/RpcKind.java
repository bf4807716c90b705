package io.rowlock.bench.tpcc.access;

import java.util.Locale;

/** What a request to a region server is for, as far as it shows. */
public enum RpcKind {
  /** Rows by key, one or many. */
  POINT_READ,
  /** A scan, or a further page of it. */
  RANGE_READ,
  /** Locks alone, by key or in a range: validation, or rows that are to be written blindly. */
  LOCK_READ,
  /** Rows locked, each with what is to be written; checks of rows read may go along. */
  PREWRITE,
  /** The primary's commit point; or, after a parallel commit, its record of it. */
  COMMIT,
  /** All of a transaction whose rows lie in one region, or that writes one row. */
  REGION_COMMIT,
  /** Data and settled locks of a transaction that has committed; in the background. */
  ROLL_FORWARD,
  /** Roll-backs, be it of one's own attempt that lost, and fences. */
  RECOVERY,
  /** Written without Rowlock. */
  WRITE;

  /** As files and tables name it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
