package io.rowlock;

import io.rowlock.internal.telemetry.AttemptEnd;
import io.rowlock.internal.telemetry.AttemptTelemetry;
import io.rowlock.internal.telemetry.Outcome;

/** Notes what becomes of one attempt, where it is counted and where it is traced. Thread-safe. */
record AttemptBook(CounterBook counters, AttemptTelemetry telemetry) {

  /** The attempt locks its rows before it runs. */
  void escalates() {
    counters.countEscalation();
    telemetry.escalates();
  }

  void commits() {
    counters.countCommitted();
    telemetry.end(AttemptEnd.of(Outcome.COMMITTED, null));
  }

  /** By a failure that is the transaction's own; its caller sees it. */
  void fails(RowlockException failure) {
    counters.countFailure(failure);
    telemetry.end(
        failure instanceof ConflictException conflict
            ? new AttemptEnd(Outcome.CONFLICT, conflict, conflict.phase(), conflict.reason())
            : AttemptEnd.of(
                failure instanceof CommitOutcomeUnknownException ? Outcome.UNKNOWN : Outcome.FAILED,
                failure));
  }

  /** The user's own code made it fail. */
  void isGivenUp() {
    counters.countFailed();
    isRolledBack();
  }

  /** The user wants it so; without effect when it has ended. */
  void isRolledBack() {
    telemetry.end(AttemptEnd.of(Outcome.ROLLED_BACK, null));
  }
}
