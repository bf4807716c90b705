package io.rowlock;

import io.rowlock.internal.telemetry.AttemptEnd;
import io.rowlock.internal.telemetry.AttemptTelemetry;
import io.rowlock.internal.telemetry.Outcome;

/**
 * Records the course of one attempt: in the counters, the telemetry, and for the actions at its
 * end. The first end counts: an interrupted caller does not wait for the verdict on its failure.
 * Thread-safe.
 */
record AttemptBook(CounterBook counters, AttemptTelemetry telemetry, EndActions actions) {

  /** Records that the attempt takes a hold on its rows before it runs. */
  void escalates() {
    counters.countEscalation();
    telemetry.escalates();
  }

  void commits() {
    if (actions.commits()) {
      counters.countCommitted();
    }
    telemetry.end(AttemptEnd.of(Outcome.COMMITTED, null));
  }

  /** Records a failure of the transaction itself, which its caller gets. */
  void fails(RowlockException failure) {
    if (actions.fails(failure)) {
      counters.countFailure(failure);
    }
    telemetry.end(
        failure instanceof ConflictException conflict
            ? new AttemptEnd(Outcome.CONFLICT, conflict, conflict.phase(), conflict.reason())
            : AttemptEnd.of(
                failure instanceof CommitOutcomeUnknownException ? Outcome.UNKNOWN : Outcome.FAILED,
                failure));
  }

  /** Records that the user's own code failed. */
  void isGivenUp() {
    if (actions.isRolledBack()) {
      counters.countFailed();
    }
    endTelemetry();
  }

  /** Records that the user rolled back; has no effect after the end. */
  void isRolledBack() {
    var unused = actions.isRolledBack();
    endTelemetry();
  }

  private void endTelemetry() {
    telemetry.end(AttemptEnd.of(Outcome.ROLLED_BACK, null));
  }
}
