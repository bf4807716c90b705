package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.recovery.LockResolver;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;

/**
 * Reads rows, and has every lock in them decided (protocol, section 3). All reads go through this
 * class: reads for the user's code, validation, and the locks of blind rows.
 */
public record LockedReader(RowStore store, LockResolver resolver, ScanHook hook) {

  /** Reads rows by key, in the order of the request. */
  public CompletableFuture<List<DecidedRow>> read(List<RowRead> reads, WaitPolicy waitPolicy) {
    return read(reads, List.of(), waitPolicy);
  }

  /**
   * Reads rows by key, and others in the same requests.
   *
   * @param sides rows whose locks are neither waited for nor decided
   */
  public CompletableFuture<List<DecidedRow>> read(
      List<RowRead> reads, List<PiggybackRead> sides, WaitPolicy waitPolicy) {
    return store.read(reads, sides).thenCompose(rows -> decide(rows, reads, waitPolicy));
  }

  /** Reads one page of a range. */
  public CompletableFuture<DecidedPage> scan(RangeScan scan, WaitPolicy waitPolicy) {
    return store
        .scan(scan)
        .thenCompose(page -> withoutHidden(scan, page))
        .thenCompose(
            page ->
                Async.recover(
                    decidePage(page, scan.columns(), waitPolicy),
                    failure -> {
                      if (failure instanceof ProtocolFailure known
                          && known.isConflict()
                          && !page.exhausted()) {
                        hook.stopped(scan, page.last());
                      }
                      return CompletableFuture.failedFuture(failure);
                    }));
  }

  /** Leaves out hidden rows; a page of nothing else is replaced by the next one. */
  private CompletableFuture<ScanPage> withoutHidden(RangeScan scan, ScanPage page) {
    List<StoredRow> rows = new ArrayList<>(page.rows().size());
    for (StoredRow row : page.rows()) {
      if (!hook.isHidden(row.key())) {
        rows.add(row);
      }
    }
    if (!rows.isEmpty() || page.exhausted() || page.rows().isEmpty()) {
      return CompletableFuture.completedFuture(new ScanPage(rows, page.exhausted()));
    }
    RangeScan rest = scan.after(page.last());
    return store.scan(rest).thenCompose(next -> withoutHidden(rest, next));
  }

  private CompletableFuture<DecidedPage> decidePage(
      ScanPage page, ColumnSelection columns, WaitPolicy waitPolicy) {
    List<RowRead> reads =
        List.copyOf(Lists.transform(page.rows(), row -> new RowRead(row.key(), columns)));
    return decide(page.rows(), reads, waitPolicy)
        .thenApply(rows -> new DecidedPage(rows, page.exhausted()));
  }

  /** Decides a row that has been read. */
  public CompletableFuture<DecidedRow> decide(
      StoredRow stored, ColumnSelection columns, WaitPolicy waitPolicy) {
    RowRead read = new RowRead(stored.key(), columns);
    return decide(List.of(stored), List.of(read), waitPolicy).thenApply(rows -> rows.get(0));
  }

  private CompletableFuture<List<DecidedRow>> decide(
      List<StoredRow> rows, List<RowRead> reads, WaitPolicy waitPolicy) {
    return new RowDecisions(store, resolver, waitPolicy, rows.size()).of(rows, reads);
  }

  /** Reads the lock of one row, and waits a while if it is undecided. */
  public CompletableFuture<DecidedRow> decided(RowKey key, WaitPolicy waitPolicy) {
    return read(List.of(RowRead.lockOf(key)), waitPolicy).thenApply(rows -> rows.get(0));
  }

  /** Reads the lock of one row as it is, decided or not. */
  public CompletableFuture<LockedRow> readLock(RowKey key) {
    return LockReads.one(store, key);
  }

  /** Reads the locks of rows as they are, in the order of the request. */
  public CompletableFuture<List<LockedRow>> readLocks(List<RowKey> keys) {
    return store
        .read(keys.stream().map(RowRead::lockOf).toList())
        .thenApply(rows -> rows.stream().map(LockedRow::of).toList());
  }

  /** Reads the lock of one row after asking again which server has the row. */
  public CompletableFuture<LockedRow> readLockElsewhere(RowKey key) {
    return store.relocate(key).thenCompose(relocated -> readLock(key));
  }
}
