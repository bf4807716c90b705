package io.rowlock.operations.maintenance;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowKey;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rolls committed transactions forward, each only once at a time, however many of its rows readers
 * meet at once. Thread-safe.
 */
final class RollForwardOnce {

  private final RollForward rollForward;
  private final Map<RowKey, CompletableFuture<Void>> running = new ConcurrentHashMap<>();

  RollForwardOnce(RollForward rollForward) {
    this.rollForward = rollForward;
  }

  /**
   * Completes when the roll-forward under way completes, started by this call or an earlier one.
   */
  CompletableFuture<Void> finish(LockedRow primary) {
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> other = running.putIfAbsent(primary.key(), mine);
    if (other != null) {
      return other;
    }
    CompletableFuture<Void> finished =
        Async.guarded(() -> rollForward.finish(primary))
            .whenComplete((done, failure) -> running.remove(primary.key()));
    return Async.pipe(finished, mine, failure -> failure, Runnable::run);
  }
}
