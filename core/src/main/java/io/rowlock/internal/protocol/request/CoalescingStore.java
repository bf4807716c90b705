package io.rowlock.internal.protocol.request;

import io.rowlock.internal.protocol.request.RegionLanes.PendingWrite;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.ForwardingRowStore;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A view of a store whose writes share requests: the writes of all transactions that arrive while
 * requests are under way to the same region leave together when one of these is answered. A write
 * to an idle region leaves at once, so the busier the region, the fewer requests a write costs.
 * Independent writes that arrive together leave in one request for each region, or in as many as it
 * takes to keep each small. Thread-safe.
 *
 * <p>Safety: {@link SharedWrite}. If the sending breaks off, errors included, the fate of each
 * write without an answer is unknown: every write is answered.
 */
public final class CoalescingStore extends ForwardingRowStore {

  private final RegionLanes lanes;

  /**
   * Returns a view.
   *
   * @param lanes shared by all views that share requests
   */
  public CoalescingStore(RowStore store, RegionLanes lanes, ContextPropagator propagator) {
    super(store, propagator);
    this.lanes = lanes;
  }

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    return write(RegionWrite.of(write));
  }

  @Override
  public CompletableFuture<WriteOutcome> write(RegionWrite write) {
    return propagator.propagate(
        PendingWrite.answered(Async.DONE.thenCompose(begun -> route(write))));
  }

  private CompletableFuture<WriteOutcome> route(RegionWrite write) {
    PendingWrite pending = new PendingWrite(write, store, propagator);
    return lanes.mayShare(write)
        ? regionsOf(List.of(write.leader())).thenCompose(found -> send(found.get(0), pending))
        : pending.sendAlone();
  }

  /** Rows whose regions are not found have none. */
  private CompletableFuture<List<Optional<RegionId>>> regionsOf(List<RowKey> rows) {
    return Async.DONE
        .thenCompose(begun -> regions(rows))
        .exceptionally(unknown -> Collections.nCopies(rows.size(), Optional.empty()));
  }

  private CompletableFuture<WriteOutcome> send(Optional<RegionId> region, PendingWrite write) {
    if (region.isEmpty()) {
      return write.sendAlone();
    }
    lanes.submit(region.get(), write);
    return write.answer();
  }

  @Override
  public List<CompletableFuture<WriteOutcome>> write(List<ConditionalWrite> writes) {
    if (writes.size() < 2) {
      return writes.isEmpty() ? List.of() : List.of(write(writes.get(0)));
    }
    List<PendingWrite> all = new ArrayList<>(writes.size());
    List<RowKey> rows = new ArrayList<>(writes.size());
    List<CompletableFuture<WriteOutcome>> answers = new ArrayList<>(writes.size());
    for (ConditionalWrite write : writes) {
      PendingWrite next = new PendingWrite(RegionWrite.of(write), this, ContextPropagator.NONE);
      all.add(next);
      rows.add(write.key());
      answers.add(next.answer());
    }
    CompletableFuture<Void> unused =
        regionsOf(rows)
            .thenAccept(regions -> send(all, regions))
            .exceptionally(broken -> PendingWrite.leaveOpen(all, broken));
    return answers;
  }

  /** Rows without a region go alone. */
  private void send(List<PendingWrite> all, List<Optional<RegionId>> regions) {
    Map<RegionId, List<PendingWrite>> groups = new LinkedHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      if (regions.get(i).isPresent()) {
        groups.computeIfAbsent(regions.get(i).get(), key -> new ArrayList<>()).add(all.get(i));
      } else {
        lanes.sendAll(List.of(all.get(i)));
      }
    }
    groups.values().forEach(lanes::sendAll);
  }
}
