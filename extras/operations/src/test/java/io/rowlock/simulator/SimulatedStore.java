package io.rowlock.simulator;

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
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;

/**
 * One client's access to the servers, like HBase's own client: it caches locations of regions,
 * groups reads by server, and repeats requests that are known not to have been applied.
 */
final class SimulatedStore implements RowStore {

  private final SimulatedReads reads;
  private final SimulatedScans scans;
  private final SimulatedSnapshots snapshots;
  private final SimulatedWrites writes;
  private final ClientContext client;

  SimulatedStore(ClientContext client) {
    this.client = client;
    this.reads = new SimulatedReads(client);
    this.scans = new SimulatedScans(client);
    this.snapshots = new SimulatedSnapshots(client);
    this.writes = new SimulatedWrites(client);
  }

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    return request(() -> client.rights().show(client.cluster().describe(table)));
  }

  @Override
  public CompletableFuture<Long> newestTimestamp(RowKey row) {
    return request(() -> client.cluster().newestTimestamp(row));
  }

  private <T> CompletableFuture<T> request(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    client
        .life()
        .send(
            () ->
                client.answerAfter(client.wire().travel(), () -> answer.complete(question.get())));
    return answer;
  }

  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> rows, List<PiggybackRead> sides) {
    return reads.read(rows, sides);
  }

  @Override
  public CompletableFuture<ScanPage> scan(RangeScan scan) {
    return scans.scan(scan);
  }

  @Override
  public CompletableFuture<RangeSnapshot.Opener> snapshots(RangeScan scan) {
    return CompletableFuture.completedFuture(locksOnly -> snapshots.open(scan, locksOnly));
  }

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    return writes.write(write);
  }

  @Override
  public CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    return CompletableFuture.completedFuture(rows.stream().map(this::region).toList());
  }

  private Optional<RegionId> region(RowKey row) {
    if (!client.writesRegions()) {
      return Optional.empty();
    }
    Region region = client.regions().of(row.table(), row.row()).region();
    return Optional.of(new RegionId(row.table(), String.valueOf(region.number())));
  }

  @Override
  public CompletableFuture<WriteOutcome> write(RegionWrite write) {
    return writes.write(write);
  }

  @Override
  public CompletableFuture<WriteOutcome> remove(LockRemoval removal) {
    return writes.remove(removal);
  }

  @Override
  public CompletableFuture<Void> relocate(RowKey row) {
    client.regions().forget(row.table());
    return CompletableFuture.completedFuture(null);
  }
}
