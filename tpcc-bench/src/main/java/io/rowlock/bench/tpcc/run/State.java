package io.rowlock.bench.tpcc.run;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.ConflictException;
import io.rowlock.bench.measure.LostException;
import io.rowlock.bench.tpcc.access.LockTimeoutException;

/** How a business transaction has ended. */
enum State {
  COMPLETED,
  /** As it wanted: it is complete, too. */
  ROLLED_BACK,
  /** It lost until the retries were used up. */
  GAVE_UP,
  /** It may be committed or not. */
  UNKNOWN,
  ERROR;

  static State of(Exception failure) {
    if (failure instanceof CommitOutcomeUnknownException) {
      return UNKNOWN;
    }
    boolean isLost =
        failure instanceof ConflictException
            || failure instanceof LockTimeoutException
            || failure instanceof LostException;
    return isLost ? GAVE_UP : ERROR;
  }

  boolean isComplete() {
    return this == COMPLETED || this == ROLLED_BACK;
  }
}
