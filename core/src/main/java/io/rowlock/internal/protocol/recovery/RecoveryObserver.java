package io.rowlock.internal.protocol.recovery;

/** Is told of locks that are settled for their silent owners. Thread-safe; it does not block. */
public interface RecoveryObserver {

  /** Looks away. */
  RecoveryObserver NONE = recovery -> {};

  /** What was done. */
  enum Recovery {
    /** A committed transaction is rolled forward. */
    ROLLED_FORWARD,
    /** A lock that can never count any more was taken away. */
    ROLLED_BACK
  }

  /** A lock was settled, or begins to be. */
  void recovered(Recovery recovery);
}
