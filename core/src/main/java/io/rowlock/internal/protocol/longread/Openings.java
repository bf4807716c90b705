package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.store.Async;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The snapshots that open behind the same closed barriers: readers of one client stop writers once
 * for all of them. Thread-safe.
 */
final class Openings {

  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private final List<CompletableFuture<?>> snapshots = new ArrayList<>();

  /** Opens a snapshot when the barriers are closed, at once if that was a moment ago. */
  <T> CompletableFuture<T> add(Supplier<CompletableFuture<T>> opening) {
    CompletableFuture<T> snapshot = begun.thenCompose(closed -> Async.guarded(opening));
    synchronized (this) {
      snapshots.add(snapshot);
    }
    return snapshot;
  }

  /** Opens the snapshots. Completes when each is open or has failed. */
  CompletableFuture<Void> begin() {
    begun.complete(null);
    synchronized (this) {
      return Async.settled(List.copyOf(snapshots));
    }
  }
}
