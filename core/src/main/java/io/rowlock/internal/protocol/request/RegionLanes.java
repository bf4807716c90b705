package io.rowlock.internal.protocol.request;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.Lanes;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The lanes to regions, in which writes share requests. */
public final class RegionLanes extends Lanes<RegionId, RegionLanes.PendingWrite> {

  /** How long a request delays the writes behind it at most. */
  private static final Duration PATIENCE = Duration.ofMillis(50);

  /** A request holds a handler and the locks of its rows. Larger writes go by themselves. */
  private static final int MAX_ROWS = 128;

  private static final long MAX_BYTES = 1L << 20;

  private final RegionLimits limits;
  private final RegionLimits shared;
  private final boolean areShared;

  /**
   * Returns idle lanes.
   *
   * @param limits of a request with writes of one caller
   * @param places the requests under way to a region at a time; with {@code MAX_VALUE} none waits
   */
  public RegionLanes(RegionLimits limits, int places, Environment environment) {
    super(places, PATIENCE, environment);
    this.limits = limits;
    this.shared = limits.atMost(MAX_ROWS, MAX_BYTES);
    this.areShared = places < Integer.MAX_VALUE;
  }

  /** Returns whether the write may share a request with those of other callers. */
  boolean mayShare(RegionWrite write) {
    return areShared && shared.allow(write);
  }

  @Override
  protected List<PendingWrite> choose(Iterable<PendingWrite> waiting) {
    SharedWrite request = new SharedWrite(shared);
    for (PendingWrite next : waiting) {
      if (request.isFull()) {
        break;
      }
      boolean unused = request.take(next);
    }
    return request.parts();
  }

  @Override
  protected CompletableFuture<?> send(RegionId region, List<PendingWrite> writes) {
    try {
      Mechanism.SHARED_WRITES.fires(writes.size() - 1);
      return writes.size() == 1 ? writes.get(0).leave() : new SharedWrite(shared, writes).send();
    } catch (Throwable broken) { // an Error, perhaps after the request has left
      PendingWrite.leaveOpen(writes, broken);
      return CompletableFuture.failedFuture(broken);
    }
  }

  /** Sends the writes of one caller to one region in as few requests as the limits allow. */
  void sendAll(List<PendingWrite> writes) {
    SharedWrite request = new SharedWrite(limits);
    for (PendingWrite write : writes) {
      if (!request.take(write)) {
        var unused = request.send();
        request = new SharedWrite(limits, List.of(write));
      }
    }
    var unused = request.send();
  }

  /**
   * The write of one caller: one row, or several rows of a region at one instant. It is sent by
   * itself, or within a request that carries the writes of others too; in either case it is
   * answered, and never exceptionally.
   */
  static final class PendingWrite {

    final RegionWrite write;
    private final RowStore store;
    private final Supplier<ContextPropagator.Entered> caller;
    private final CompletableFuture<WriteOutcome> answer = new CompletableFuture<>();

    /** Returns a write that is not sent yet. The propagator takes the caller's context along. */
    PendingWrite(RegionWrite write, RowStore store, ContextPropagator propagator) {
      this.write = write;
      this.store = store;
      this.caller = propagator.capture();
    }

    CompletableFuture<WriteOutcome> answer() {
      return answer;
    }

    /** Answers with the outcome when it is there; its failure leaves the fate of the write open. */
    void answer(CompletableFuture<WriteOutcome> outcome) {
      var unused = answered(outcome).thenAccept(answer::complete);
    }

    /** Returns a future that never fails exceptionally: a failure leaves the fate open. */
    static CompletableFuture<WriteOutcome> answered(CompletableFuture<WriteOutcome> outcome) {
      return outcome.exceptionally(broken -> WriteOutcome.maybeApplied(Async.unwrap(broken)));
    }

    /** Answers the writes that have no answer yet: their fate is unknown. */
    static @Nullable Void leaveOpen(List<PendingWrite> writes, Throwable broken) {
      WriteOutcome open = WriteOutcome.maybeApplied(Async.unwrap(broken));
      writes.forEach(write -> write.answer.complete(open));
      return null;
    }

    /** Sends a request as this caller; never fails exceptionally. */
    @SuppressWarnings("try") // the context is there to be left
    CompletableFuture<WriteOutcome> send(RegionWrite request) {
      boolean isOneRow = request.writes().size() == 1 && request.conditions().isEmpty();
      try (ContextPropagator.Entered context = caller.get()) {
        return answered(isOneRow ? store.write(request.writes().get(0)) : store.write(request));
      } catch (Throwable broken) {
        return answered(CompletableFuture.failedFuture(broken));
      }
    }

    /** Sends this write by itself; never fails exceptionally. */
    CompletableFuture<WriteOutcome> sendAlone() {
      return send(write);
    }

    /** Sends this write by itself, and answers it. */
    CompletableFuture<WriteOutcome> leave() {
      CompletableFuture<WriteOutcome> outcome = sendAlone();
      answer(outcome);
      return outcome;
    }
  }
}
