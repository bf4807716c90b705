package io.rowlock.internal.hbase;

import io.rowlock.internal.store.RangeSnapshot;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The scans of a range's regions, in the order of the scan. */
final class RegionSnapshots implements RangeSnapshot {

  private final List<PinnedScan> scans;
  private final RpcCounter counter;
  private int current;

  RegionSnapshots(List<PinnedScan> scans, RpcCounter counter) {
    this.scans = scans;
    this.counter = counter;
  }

  /** Asks the regions in a loop, because thousands of them may be empty. */
  @Override
  public CompletableFuture<ScanPage> next() {
    while (current < scans.size()) {
      CompletableFuture<List<StoredRow>> rows = scans.get(current).next();
      if (!rows.isDone() || rows.isCompletedExceptionally() || !rows.join().isEmpty()) {
        return rows.thenCompose(this::page);
      }
      current++;
    }
    return CompletableFuture.completedFuture(new ScanPage(List.of(), true));
  }

  private CompletableFuture<ScanPage> page(List<StoredRow> rows) {
    if (!rows.isEmpty()) {
      return CompletableFuture.completedFuture(new ScanPage(rows, false));
    }
    current++;
    return next();
  }

  @Override
  public void close() {
    scans.forEach(PinnedScan::close);
    scans.forEach(scan -> counter.add(scan.rpcs()));
  }
}
