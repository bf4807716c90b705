package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
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

/** The store on HBase; each kind of operation has its own class. */
record HBaseRowStore(
    TableDescriber describer,
    ReadRights rights,
    RowReader rows,
    ScanReader scans,
    SnapshotReader snapshots,
    WriteDelivery delivery,
    RegionWriter regionWriter,
    RegionServers servers)
    implements RowStore {

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    return servers.limited(describer.describe(table), servers.limit(), "table " + table);
  }

  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides) {
    return Async.onFailure(
        rights.require(reads).thenCompose(granted -> Async.guarded(() -> rows.read(reads, sides))),
        fault -> sides.forEach(PiggybackRead::leave));
  }

  @Override
  public CompletableFuture<Long> newestTimestamp(RowKey row) {
    return Async.guarded(() -> scans.newestTimestamp(row));
  }

  @Override
  public CompletableFuture<ScanPage> scan(RangeScan scan) {
    return rights
        .require(scan.range().table(), scan.columns())
        .thenCompose(granted -> Async.guarded(() -> scans.read(scan)));
  }

  @Override
  public CompletableFuture<RangeSnapshot.Opener> snapshots(RangeScan scan) {
    return rights
        .require(scan.range().table(), scan.columns())
        .thenCompose(granted -> Async.guarded(() -> snapshots.find(scan)));
  }

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    return delivery.deliver(write);
  }

  @Override
  public CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    return regionWriter.regions(rows);
  }

  @Override
  public CompletableFuture<WriteOutcome> write(RegionWrite write) {
    return regionWriter.write(write);
  }

  @Override
  public CompletableFuture<WriteOutcome> remove(LockRemoval removal) {
    return delivery.deliver(removal);
  }

  @Override
  public CompletableFuture<Void> relocate(RowKey row) {
    return Async.guarded(() -> servers.relocate(List.of(row)));
  }
}
