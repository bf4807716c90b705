package io.rowlock.simulation;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
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
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;

/**
 * One client's access to a {@link MemoryCluster}, through an {@link Interceptor}.
 *
 * <p>Every row of a read travels separately, because together they are no snapshot. Futures
 * complete in the executor.
 */
public final class InMemoryRowStore implements RowStore {

  private final MemoryCluster cluster;
  private final Interceptor interceptor;
  private final Executor executor;
  private boolean isColocated;

  /** Creates a store on a new cluster without faults, which answers inline. */
  public InMemoryRowStore() {
    this(Interceptor.NONE);
  }

  /** Creates a store on a new cluster, which answers inline. */
  public InMemoryRowStore(Interceptor interceptor) {
    this(new MemoryCluster(), interceptor, Runnable::run);
  }

  public InMemoryRowStore(MemoryCluster cluster, Interceptor interceptor, Executor executor) {
    this.cluster = cluster;
    this.interceptor = interceptor;
    this.executor = executor;
  }

  /** Makes each table one region that takes atomic writes to several rows. */
  public void colocate() {
    isColocated = true;
  }

  /** Returns the servers, for other clients and for tests that bypass this one. */
  public MemoryCluster cluster() {
    return cluster;
  }

  /** Creates a table, see {@link MemoryCluster#createTable(TableName, String...)}. */
  public void createTable(TableName name, String... families) {
    cluster.createTable(name, families);
  }

  /** Reads a row, see {@link MemoryCluster#rawGet}. */
  public StoredRow rawGet(RowKey key) {
    return cluster.rawGet(key);
  }

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    return send(table, cluster::describe, PendingCall::deliver);
  }

  /** Reads rows. There is one server only, so that every piggyback read is sent. */
  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides) {
    List<CompletableFuture<StoredRow>> rows =
        reads.stream().map(read -> send(read, cluster::get, interceptor::onRead)).toList();
    CompletableFuture<List<StoredRow>> found = Async.all(rows);
    for (PiggybackRead side : sides) {
      var unused =
          send(side.read(), cluster::get, interceptor::onRead)
              .thenAccept(side::found)
              .whenComplete((done, failure) -> side.leave());
    }
    return found;
  }

  @Override
  public CompletableFuture<Long> newestTimestamp(RowKey row) {
    return send(row, cluster::newestTimestamp, PendingCall::deliver);
  }

  @Override
  public CompletableFuture<ScanPage> scan(RangeScan scan) {
    return send(scan, cluster::scan, interceptor::onScan);
  }

  /** Opens snapshots: the whole range is read at once, as one scan. */
  @Override
  public CompletableFuture<RangeSnapshot.Opener> snapshots(RangeScan scan) {
    return CompletableFuture.completedFuture(
        locksOnly ->
            scan(whole(scan, locksOnly ? ColumnSelection.LOCK_ONLY : scan.columns()))
                .thenApply(page -> new MemorySnapshot(page.rows(), scan.limit())));
  }

  private static RangeScan whole(RangeScan scan, ColumnSelection columns) {
    return new RangeScan(scan.range(), columns, scan.reversed(), Integer.MAX_VALUE, Long.MAX_VALUE);
  }

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    return send(write, cluster::write, interceptor::onWrite);
  }

  @Override
  public CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    return CompletableFuture.completedFuture(rows.stream().map(this::region).toList());
  }

  private Optional<RegionId> region(RowKey row) {
    return isColocated ? Optional.of(new RegionId(row.table(), "all")) : Optional.empty();
  }

  @Override
  public CompletableFuture<WriteOutcome> write(RegionWrite write) {
    return send(write, cluster::write, interceptor::onRegionWrite);
  }

  @Override
  public CompletableFuture<WriteOutcome> remove(LockRemoval removal) {
    return send(removal, cluster::remove, PendingCall::deliver);
  }

  /** Does nothing: no answer is stale here. */
  @Override
  public CompletableFuture<Void> relocate(RowKey row) {
    return CompletableFuture.completedFuture(null);
  }

  private <Q, A> CompletableFuture<A> send(
      Q request, Function<Q, A> server, Consumer<PendingCall<Q, A>> fate) {
    PendingCall<Q, A> call = new PendingCall<>(request, server, executor);
    fate.accept(call);
    return call.promise();
  }
}
