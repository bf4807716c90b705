package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Notes the identities under which one transaction commits.
 *
 * @param observer receives all reports, too
 */
record NotingObserver(UserRecord record, TransactionObserver observer)
    implements TransactionObserver {

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> during(
      Phase phase, Supplier<CompletableFuture<T>> work) {
    return observer.during(phase, work);
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
