package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Notes the identity under which a transaction commits, and passes all reports on. */
final class CommitIdentity implements TransactionObserver {

  private final TransactionObserver next;
  private volatile @Nullable TransactionId last;

  CommitIdentity(TransactionObserver next) {
    this.next = next;
  }

  /** Returns the identity that the locks of the last commit name; empty before any commit. */
  Optional<TransactionId> last() {
    return Optional.ofNullable(last);
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> during(
      Phase phase, Supplier<CompletableFuture<T>> work) {
    return next.during(phase, work);
  }

  @Override
  public void commitsAs(TransactionId id, int place) {
    last = id;
    next.commitsAs(id, place);
  }

  @Override
  public void commitsAgain() {
    next.commitsAgain();
  }
}
