package io.rowlock.internal.protocol.maintenance;

/** What became of a lock that the first pass of a vacuum had marked. */
public enum VacuumFate {
  /** Deleted, or to be deleted when it is a dry run. */
  DELETED,
  /** The row has no lock any more. */
  GONE_ALREADY,
  /** A transaction has touched the row since. */
  CHANGED,
  /** The row has data. */
  HAS_DATA,
  /** Its lock time or version lies within the horizon. */
  TOO_NEW,
  /** The answer to the deletion was lost. */
  UNKNOWN
}
