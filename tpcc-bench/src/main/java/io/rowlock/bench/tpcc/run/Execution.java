package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Ended;

/**
 * What became of a business transaction.
 *
 * @param transactions of the database that were completed, one but for Delivery
 * @param attempts of those
 * @param conflicts attempts that lost, those of a business transaction that gave up included
 */
record Execution(State state, int transactions, int attempts, int conflicts) {
  /** Of Delivery, for the terminal. */
  static final Execution QUEUED = new Execution(State.COMPLETED, 0, 0, 0);

  static Execution of(Ended<?> ended) {
    State state = ended.isRolledBack() ? State.ROLLED_BACK : State.COMPLETED;
    return new Execution(state, 1, ended.attempts(), ended.attempts() - 1);
  }

  /** Earlier attempts are the suppressed failures of the last one. */
  static Execution of(Exception failure) {
    State state = State.of(failure);
    int conflicts = state == State.GAVE_UP ? 1 + failure.getSuppressed().length : 0;
    return new Execution(state, 0, 0, conflicts);
  }
}
