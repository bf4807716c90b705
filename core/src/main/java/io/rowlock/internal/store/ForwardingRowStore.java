package io.rowlock.internal.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/** A view of another store, which forwards every call that a subclass does not override. */
public abstract class ForwardingRowStore implements RowStore {

  private final RowStore store;

  /** Forwards to that store. */
  protected ForwardingRowStore(RowStore store) {
    this.store = store;
  }

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    return store.describe(table);
  }

  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads) {
    return store.read(reads);
  }

  @Override
  public CompletableFuture<Long> newestTimestamp(RowKey row) {
    return store.newestTimestamp(row);
  }

  @Override
  public CompletableFuture<ScanPage> scan(RangeScan scan) {
    return store.scan(scan);
  }

  @Override
  public CompletableFuture<RangeSnapshot.Opener> snapshots(RangeScan scan) {
    return store.snapshots(scan);
  }

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    return store.write(write);
  }

  @Override
  public CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    return store.regions(rows);
  }

  @Override
  public CompletableFuture<WriteOutcome> write(RegionWrite write) {
    return store.write(write);
  }

  @Override
  public CompletableFuture<WriteOutcome> remove(LockRemoval removal) {
    return store.remove(removal);
  }

  @Override
  public CompletableFuture<Void> relocate(RowKey row) {
    return store.relocate(row);
  }
}
