package io.rowlock.internal.protocol.request;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The write of one caller: one row, or several rows of a region at one instant. It is sent by
 * itself, or within a request that carries the writes of others too; in either case it is answered,
 * and never exceptionally.
 */
final class PendingWrite {

  private final RegionWrite write;
  private final CompletableFuture<WriteOutcome> answer = new CompletableFuture<>();
  private final Supplier<CompletableFuture<WriteOutcome>> delivery;
  private volatile RegionWrite request;

  /**
   * Returns a write that nobody has sent yet.
   *
   * @param propagator takes what belongs to the caller to where the write is sent
   */
  PendingWrite(RegionWrite write, RowStore store, ContextPropagator propagator) {
    this.write = write;
    this.request = write;
    this.delivery = propagator.propagate(() -> deliver(store, request));
  }

  private static CompletableFuture<WriteOutcome> deliver(RowStore store, RegionWrite request) {
    boolean isOneRow = request.writes().size() == 1 && request.conditions().isEmpty();
    return isOneRow ? store.write(request.writes().get(0)) : store.write(request);
  }

  RegionWrite write() {
    return write;
  }

  long bytes() {
    return RegionLimits.bytesOf(write);
  }

  CompletableFuture<WriteOutcome> answer() {
    return answer;
  }

  void answer(WriteOutcome outcome) {
    answer.complete(outcome);
  }

  /** Sends a request as this caller; never fails exceptionally. */
  CompletableFuture<WriteOutcome> send(RegionWrite sent) {
    request = sent;
    return Async.guarded(delivery)
        .exceptionally(broken -> WriteOutcome.maybeApplied(Async.unwrap(broken)));
  }

  /** Sends this write by itself; never fails exceptionally. */
  CompletableFuture<WriteOutcome> sendAlone() {
    return send(write);
  }
}
