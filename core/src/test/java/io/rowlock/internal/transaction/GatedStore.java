package io.rowlock.internal.transaction;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/** A store that can be made slow to describe its tables. */
final class GatedStore implements RowStore {

  private final RowStore store;
  private CompletableFuture<String> gate = CompletableFuture.completedFuture("open");

  GatedStore(RowStore store) {
    this.store = store;
  }

  void close() {
    gate = new CompletableFuture<>();
  }

  void open() {
    gate.complete("open");
  }

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    return gate.thenCompose(open -> store.describe(table));
  }

  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides) {
    return store.read(reads, sides);
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
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
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
