package io.rowlock.internal.protocol.request;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
   * Returns a write that is not sent yet.
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

  /** Answers with the outcome when it is there; its failure leaves the fate of the write open. */
  void answer(CompletableFuture<WriteOutcome> outcome) {
    var unused = answered(outcome).thenAccept(this::answer);
  }

  /** Returns a future that never fails exceptionally: a failure leaves the fate open. */
  static CompletableFuture<WriteOutcome> answered(CompletableFuture<WriteOutcome> outcome) {
    return outcome.exceptionally(broken -> WriteOutcome.maybeApplied(Async.unwrap(broken)));
  }

  /** Answers the writes that have no answer yet: their fate is unknown. */
  static @Nullable Void leaveOpen(List<PendingWrite> writes, Throwable broken) {
    WriteOutcome open = WriteOutcome.maybeApplied(Async.unwrap(broken));
    writes.forEach(write -> write.answer(open));
    return null;
  }

  /** Sends a request as this caller; never fails exceptionally. */
  CompletableFuture<WriteOutcome> send(RegionWrite sent) {
    request = sent;
    return answered(Async.guarded(delivery));
  }

  /** Sends this write by itself; never fails exceptionally. */
  CompletableFuture<WriteOutcome> sendAlone() {
    return send(write);
  }
}
