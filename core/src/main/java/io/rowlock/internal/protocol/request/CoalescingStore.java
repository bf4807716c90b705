package io.rowlock.internal.protocol.request;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Coalescer;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.ForwardingRowStore;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A view of a store whose writes share requests: the writes of all transactions that arrive while
 * requests are under way to the same region leave together when one of these is answered. A write
 * to an idle region leaves at once, so the busier the region, the fewer requests a write costs.
 * Thread-safe.
 *
 * <p>Safety: {@link SharedWrite}.
 */
public final class CoalescingStore extends ForwardingRowStore {

  /** How long a request delays the writes behind it at most. */
  private static final Duration PATIENCE = Duration.ofMillis(50);

  /** A request holds a handler and the locks of its rows. Larger writes go by themselves. */
  private static final int MAX_ROWS = 128;

  private static final long MAX_BYTES = 1L << 20;

  private final RowStore store;
  private final Lanes lanes;
  private final Environment environment;

  /**
   * Returns a view.
   *
   * @param lanes shared by all views that share requests
   */
  public CoalescingStore(RowStore store, Lanes lanes, Environment environment) {
    super(store);
    this.store = store;
    this.lanes = lanes;
    this.environment = environment;
  }

  /** The lanes to regions. */
  public static final class Lanes implements Coalescer.Requests<RegionId, PendingWrite> {

    private final RegionLimits limits;
    private final Coalescer<RegionId, PendingWrite> coalescer;

    /**
     * Returns idle lanes.
     *
     * @param places how many requests are under way to a region at a time
     */
    public Lanes(RegionLimits limits, int places, Environment environment) {
      this.limits = limits.atMost(MAX_ROWS, MAX_BYTES);
      this.coalescer = new Coalescer<>(this, places, PATIENCE, environment);
    }

    private boolean take(RegionWrite write) {
      return write.rowCount() <= limits.maxRows()
          && RegionLimits.bytesOf(write) <= limits.maxBytes();
    }

    @Override
    public List<PendingWrite> choose(Iterable<PendingWrite> waiting) {
      SharedWrite request = new SharedWrite(limits);
      Iterator<PendingWrite> next = waiting.iterator();
      while (next.hasNext() && !request.isFull()) {
        boolean unused = request.take(next.next());
      }
      return request.parts();
    }

    @Override
    public CompletableFuture<?> send(RegionId region, List<PendingWrite> writes) {
      try {
        Mechanism.SHARED_WRITES.fires(writes.size() - 1);
        return new SharedWrite(limits, writes).send();
      } catch (Throwable broken) { // an Error, perhaps after the request has left
        PendingWrite.leaveOpen(writes, broken);
        return CompletableFuture.failedFuture(broken);
      }
    }
  }

  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides) {
    return store.read(reads, sides);
  }

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    return write(new RegionWrite(List.of(write), List.of()));
  }

  @Override
  public CompletableFuture<WriteOutcome> write(RegionWrite write) {
    return PendingWrite.answered(Async.guarded(() -> route(write)));
  }

  private CompletableFuture<WriteOutcome> route(RegionWrite write) {
    PendingWrite pending = new PendingWrite(write, store, environment.propagator());
    return lanes.take(write)
        ? region(write.leader()).thenCompose(region -> send(region, pending))
        : pending.sendAlone();
  }

  /** Returns empty also if the search fails. */
  private CompletableFuture<Optional<RegionId>> region(RowKey row) {
    return Async.guarded(() -> store.regions(List.of(row)))
        .thenApply(found -> found.get(0))
        .exceptionally(unknown -> Optional.empty());
  }

  private CompletableFuture<WriteOutcome> send(Optional<RegionId> region, PendingWrite write) {
    if (region.isEmpty()) {
      return write.sendAlone();
    }
    lanes.coalescer.submit(region.get(), write);
    return environment.propagator().propagate(write.answer());
  }
}
