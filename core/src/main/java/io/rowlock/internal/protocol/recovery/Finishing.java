package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.store.RowKey;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finishes committed transactions, each once at a time however many of its rows are met at once.
 * Thread-safe.
 */
public final class Finishing {

  private final RollForward rollForward;
  private final Map<RowKey, CompletableFuture<Void>> running = new ConcurrentHashMap<>();

  public Finishing(RollForward rollForward) {
    this.rollForward = rollForward;
  }

  /** Completes with the attempt, whoever began it. */
  public CompletableFuture<Void> finish(LockedRow primary) {
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> other = running.putIfAbsent(primary.key(), mine);
    if (other != null) {
      return other;
    }
    var unused =
        Async.guarded(() -> rollForward.finish(primary))
            .whenComplete(
                (done, failure) -> {
                  running.remove(primary.key());
                  complete(mine, failure);
                });
    return mine;
  }

  private static void complete(CompletableFuture<Void> future, Throwable failure) {
    if (failure == null) {
      future.complete(null);
    } else {
      future.completeExceptionally(failure);
    }
  }
}
