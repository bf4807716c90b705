package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;

/**
 * Notes the identities under which one transaction commits.
 *
 * @param observer receives all reports, too
 */
record NotingObserver(UserRecord record, TransactionObserver observer)
    implements TransactionObserver {

  @Override
  public Watch begin(Phase phase) {
    return observer.begin(phase);
  }

  @Override
  public void commitsAs(TransactionId id, int place) {
    record.commitsAs(id, place);
    observer.commitsAs(id, place);
  }

  @Override
  public void commitsAgain() {
    observer.commitsAgain();
  }
}
