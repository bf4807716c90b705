package io.rowlock.internal.hbase;

import io.rowlock.internal.hbase.RegionServers.Part;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RangeSnapshot;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;

/** Opens a scanner in each region of a range at once. */
record SnapshotReader(TableViews tables, RegionServers servers, RpcSender sender) {

  /** What all scanners of a range together keep in memory, at most. */
  private static final int MOST_ROWS = 16_000;

  private static final long MOST_BYTES = 64L << 20;

  CompletableFuture<RangeSnapshot.Opener> find(RangeScan scan) {
    return servers
        .parts(scan.range(), scan.reversed())
        .thenApply(parts -> locksOnly -> open(scan, locksOnly, parts));
  }

  private CompletableFuture<RangeSnapshot> open(
      RangeScan scan, boolean locksOnly, List<Part> parts) {
    List<Opening> openings =
        parts.stream().map(part -> opening(scan, locksOnly, part, parts.size())).toList();
    RegionSnapshots all =
        new RegionSnapshots(openings.stream().map(Opening::scan).toList(), sender.counter());
    CompletableFuture<Void> started = Async.allDone(openings.stream().map(this::start).toList());
    return Async.onFailure(started, failure -> all.close()).thenApply(done -> all);
  }

  /** A request that has not been sent, because all of a range are made before. */
  private record Opening(Part part, Scan request, PinnedScan scan) {}

  private Opening opening(RangeScan scan, boolean locksOnly, Part part, int parts) {
    return new Opening(
        part,
        request(scan, locksOnly, part, parts),
        new PinnedScan(scan.range().table(), servers.environment().scheduler(), servers.limit()));
  }

  /** Never throws: then nothing would close the scans before it. */
  private CompletableFuture<Void> start(Opening opening) {
    return Async.guarded(
        () -> sender.sendUncounted(opening.part().server(), () -> send(opening), () -> 0));
  }

  private CompletableFuture<Void> send(Opening opening) {
    PinnedScan scan = opening.scan();
    tables.forReads(scan.table).scan(opening.request(), scan);
    scan.watch();
    return scan.opened();
  }

  /**
   * Returns the request for a part. The scans of locks have pages of another size, so that a page
   * that a server loses ({@link PinnedScan}) is hardly ever the same page of both.
   *
   * <p>A page filter that never ends makes servers send whole rows: in a row that is cut, they
   * count rows wrongly if what is left of it is invisible ({@code RegionScannerImpl}).
   */
  private static Scan request(RangeScan scan, boolean locksOnly, Part part, int parts) {
    int rows = Math.max(1, Math.min(scan.limit(), MOST_ROWS / parts));
    int limit = locksOnly ? rows + rows / 3 + 1 : rows;
    long bytes = Math.max(1, Math.min(scan.maxBytes(), MOST_BYTES / parts));
    ColumnSelection columns = locksOnly ? ColumnSelection.LOCK_ONLY : scan.columns();
    Scan request =
        ReadRequests.scan(new RangeScan(part.range(), columns, scan.reversed(), limit, bytes))
            .setLimit(-1)
            .setReadType(Scan.ReadType.DEFAULT);
    Filter wholeRows = new PageFilter(Long.MAX_VALUE);
    return request.setFilter(
        locksOnly ? new FilterList(wholeRows, new KeyOnlyFilter()) : wholeRows);
  }

  /** The scans of a range's regions, in the order of the scan. */
  private static final class RegionSnapshots implements RangeSnapshot {

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
}
