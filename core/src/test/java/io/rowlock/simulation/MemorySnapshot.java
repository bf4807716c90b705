package io.rowlock.simulation;

import io.rowlock.internal.store.RangeSnapshot;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.SnapshotLostException;
import io.rowlock.internal.store.StoredRow;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Rows that were read when the snapshot was opened. */
final class MemorySnapshot implements RangeSnapshot {

  private final List<StoredRow> rows;
  private final int limit;
  private int next;
  private boolean isClosed;

  MemorySnapshot(List<StoredRow> rows, int limit) {
    this.rows = rows;
    this.limit = limit;
  }

  @Override
  public CompletableFuture<ScanPage> next() {
    if (isClosed) {
      return CompletableFuture.failedFuture(new SnapshotLostException("It was closed"));
    }
    int end = Math.min(rows.size(), next + limit);
    ScanPage page = new ScanPage(rows.subList(next, end), end == rows.size());
    next = end;
    return CompletableFuture.completedFuture(page);
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
