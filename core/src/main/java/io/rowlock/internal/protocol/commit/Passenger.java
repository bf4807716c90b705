package io.rowlock.internal.protocol.commit;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that waits in the queue, and that another transaction may commit with itself.
 *
 * @param outcome of its commit, if another transaction takes it along
 */
record Passenger(CommitRequest request, CompletableFuture<Void> outcome) {

  static Passenger of(CommitRequest request) {
    return new Passenger(request, new CompletableFuture<>());
  }

  void committed() {
    outcome.complete(null);
  }

  void failed(Throwable failure) {
    outcome.completeExceptionally(failure);
  }

  /** Ends as another commit does. */
  void endsAs(CompletableFuture<Void> commit) {
    var unused = commit.whenComplete((done, failure) -> end(failure));
  }

  private void end(@Nullable Throwable failure) {
    if (failure == null) {
      committed();
    } else {
      failed(failure);
    }
  }
}
