package io.rowlock.internal.telemetry;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RangeSnapshot;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/**
 * A view of a store whose answers are handled in the context of the call, whichever thread delivers
 * them. The store's own threads have no context, and dependents of an answer send the next request.
 */
public record ContextStore(RowStore store, ContextPropagator propagator) implements RowStore {

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    return propagator.propagate(store.describe(table));
  }

  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads) {
    return propagator.propagate(store.read(reads));
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
