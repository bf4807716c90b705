package io.rowlock.internal.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/**
 * A view of another store, which forwards every call that a subclass does not override. Its answers
 * are handled in the context of the call, whichever thread delivers them: a store's own threads
 * have no context, and dependents of an answer send the next request.
 */
public abstract class ForwardingRowStore implements RowStore {

  protected final RowStore store;
  protected final ContextPropagator propagator;

  /** Forwards to that store, and propagates no context. */
  protected ForwardingRowStore(RowStore store) {
    this(store, ContextPropagator.NONE);
  }

  /** Forwards to that store. */
  protected ForwardingRowStore(RowStore store, ContextPropagator propagator) {
    this.store = store;
    this.propagator = propagator;
  }

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    return propagator.propagate(store.describe(table));
  }

  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides) {
    return propagator.propagate(store.read(reads, sides));
  }

  @Override
  public CompletableFuture<Long> newestTimestamp(RowKey row) {
    return propagator.propagate(store.newestTimestamp(row));
  }

  @Override
  public CompletableFuture<ScanPage> scan(RangeScan scan) {
    return propagator.propagate(store.scan(scan));
  }

  @Override
  public CompletableFuture<RangeSnapshot.Opener> snapshots(RangeScan scan) {
    return propagator
        .propagate(store.snapshots(scan))
        .thenApply(
            opener ->
                locksOnly ->
                    propagator.propagate(opener.open(locksOnly)).thenApply(this::propagating));
  }

  private RangeSnapshot propagating(RangeSnapshot snapshot) {
    return new RangeSnapshot() {
      @Override
      public CompletableFuture<ScanPage> next() {
        return propagator.propagate(snapshot.next());
      }

      @Override
      public void close() {
        snapshot.close();
      }
    };
  }

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    return propagator.propagate(store.write(write));
  }

  @Override
  public CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    return propagator.propagate(store.regions(rows));
  }

  @Override
  public CompletableFuture<WriteOutcome> write(RegionWrite write) {
    return propagator.propagate(store.write(write));
  }

  @Override
  public CompletableFuture<WriteOutcome> remove(LockRemoval removal) {
    return propagator.propagate(store.remove(removal));
  }

  @Override
  public CompletableFuture<Void> relocate(RowKey row) {
    return propagator.propagate(store.relocate(row));
  }
}
