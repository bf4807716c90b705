package io.rowlock.internal.protocol.request;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionLimits;
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
 * Sends conditional writes that do not depend on each other: those of one region in one request, or
 * in as many as it takes to keep each {@linkplain RegionLimits small}.
 *
 * <p>Safety: {@link SharedWrite}. If the sending breaks off, errors included, the fate of each
 * write without an answer is unknown: every write is answered.
 */
public final class GroupedWrites {

  private final RowStore store;
  private final RegionLimits limits;

  public GroupedWrites(RowStore store, RegionLimits limits) {
    this.store = store;
    this.limits = limits;
  }

  /** Answers in the order of the writes, which never fail exceptionally. */
  public List<CompletableFuture<WriteOutcome>> send(List<ConditionalWrite> writes) {
    List<PendingWrite> all = writes.stream().map(this::pending).toList();
    if (all.size() < 2) {
      all.forEach(this::alone);
    } else {
      CompletableFuture<Void> unused =
          regions(writes.stream().map(ConditionalWrite::key).toList())
              .thenAccept(regions -> send(all, regions))
              .exceptionally(broken -> PendingWrite.leaveOpen(all, broken));
    }
    return all.stream().map(PendingWrite::answer).toList();
  }

  private PendingWrite pending(ConditionalWrite write) {
    return new PendingWrite(
        new RegionWrite(List.of(write), List.of()), store, ContextPropagator.NONE);
  }

  /** Rows whose regions are unknown go alone. */
  private CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    return Async.recover(
        Async.guarded(() -> store.regions(rows)),
        unknown ->
            CompletableFuture.completedFuture(
                Collections.nCopies(rows.size(), Optional.<RegionId>empty())));
  }

  private void send(List<PendingWrite> all, List<Optional<RegionId>> regions) {
    Map<RegionId, List<PendingWrite>> groups = new LinkedHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      PendingWrite write = all.get(i);
      regions
          .get(i)
          .ifPresentOrElse(
              region -> groups.computeIfAbsent(region, key -> new ArrayList<>()).add(write),
              () -> alone(write));
    }
    groups.values().forEach(this::sendGroup);
  }

  private void sendGroup(List<PendingWrite> group) {
    SharedWrite request = new SharedWrite(limits);
    for (PendingWrite write : group) {
      if (!request.take(write)) {
        var unused = request.send();
        request = new SharedWrite(limits, List.of(write));
      }
    }
    var unused = request.send();
  }

  private void alone(PendingWrite write) {
    var unused = write.sendAlone().thenAccept(write::answer);
  }
}
