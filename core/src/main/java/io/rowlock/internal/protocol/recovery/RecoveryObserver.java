package io.rowlock.internal.protocol.recovery;

/**
 * Receives a report for each lock that is settled for a silent owner. Implementations must be
 * thread-safe and must not block.
 */
public interface RecoveryObserver {

  /** Ignores all reports. */
  RecoveryObserver NONE = recovery -> {};

  /** What was done with the lock. */
  enum Recovery {
    /** A committed transaction is rolled forward. */
    ROLLED_FORWARD,
    /** A lock that can never count any more was removed. */
    ROLLED_BACK
  }

  /** Reports that a lock was settled, or begins to be. */
  void recovered(Recovery recovery);
}
