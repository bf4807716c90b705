package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.lock.Observed;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The observers of transactions that commit as one. */
record CombinedObserver(List<TransactionObserver> observers) implements TransactionObserver {

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> during(
      Phase phase, Supplier<CompletableFuture<T>> work) {
    Supplier<CompletableFuture<T>> observed = work;
    for (TransactionObserver observer : observers) {
      Supplier<CompletableFuture<T>> inner = observed;
      observed = () -> Observed.run(phase, observer, inner);
    }
    return observed.get();
  }

  @Override
  public void commitsAs(TransactionId id, int first) {
    for (int i = 0; i < observers.size(); i++) {
      TransactionObserver observer = observers.get(i);
      int place = first + i;
      Observed.tell(() -> observer.commitsAs(id, place));
    }
  }

  @Override
  public void commitsAgain() {
    observers.forEach(observer -> Observed.tell(observer::commitsAgain));
  }
}
