package io.rowlock.operations;

import java.util.Optional;

/**
 * What the locks of a table show about a transaction.
 *
 * @param outcome what is known
 * @param lock that shows it; empty if there is none
 */
public record TransactionTrace(Outcome outcome, Optional<LockInfo> lock) {

  /** What locks can show. */
  public enum Outcome {
    /** It is committed. */
    COMMITTED,
    /** It is not committed, and never will be: its lock was rolled back. */
    NOT_COMMITTED,
    /** Its owner is alive, or a person must act: try again later. */
    UNDECIDED,
    /**
     * No lock names it. It has written nothing here, or was rolled back, or its rows were written
     * again by more than sixteen transactions and for more than twenty minutes, or were vacuumed.
     */
    NO_TRACE
  }
}
