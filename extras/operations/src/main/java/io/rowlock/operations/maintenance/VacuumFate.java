package io.rowlock.operations.maintenance;

/** The result for a lock that the mark of a vacuum has recorded. */
public enum VacuumFate {
  /** The lock is deleted, or would be without the dry run. */
  DELETED,
  /** The row has no lock any more. */
  GONE_ALREADY,
  /** A transaction has changed the lock since. */
  CHANGED,
  /** The row has data. */
  HAS_DATA,
  /** Its lock time or version is not older than the horizon by half an hour. */
  TOO_NEW,
  /** The answer to the deletion was lost. */
  UNKNOWN
}
