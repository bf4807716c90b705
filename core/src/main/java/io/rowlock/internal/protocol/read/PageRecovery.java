package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.read.UnrolledRows.Unrolled;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.protocol.recovery.LockResolver;
import io.rowlock.internal.protocol.recovery.LockResolver.Verdict;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.ScanPage;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads the locks behind a page of a scan after the scan has waited on that page without success.
 * The leases of all abandoned locks there then run at the same time, and not page after page.
 *
 * <p>It treats locks as any reader does, except that it does not wait. It runs for one scan at a
 * time, in the background, for a bounded number of pages.
 */
public final class PageRecovery {

  /** Pages behind a scan that reads on after it has waited. */
  static final int SOME = 10;

  /** Pages behind a scan that begins anew after each row that is held. */
  static final int MANY = 1_000;

  private final RowStore store;
  private final LockResolver resolver;
  private final BackgroundWork background;
  private final int pageRows;
  private final AtomicBoolean looking = new AtomicBoolean();
  private final UnrolledRows unrolled = new UnrolledRows();

  public PageRecovery(
      RowStore store, LockResolver resolver, BackgroundWork background, int pageRows) {
    this.store = store;
    this.resolver = resolver;
    this.background = background;
    this.pageRows = pageRows;
  }

  /** Returns the held rows that are known as committed now. */
  Set<Unrolled> unrolled() {
    return unrolled.now();
  }

  /** Remembers the row if it is held, but committed. */
  void note(DecidedRow row) {
    Prewritten committed = row.unrolled();
    if (committed != null) {
      unrolled.add(Unrolled.of(row.locked(), committed));
    }
  }

  /**
   * Reads the locks behind a row, unless this runs for another scan already.
   *
   * @param pages at most
   */
  void beyond(RangeScan scan, RowKey row, int pages) {
    if (background.isFull() || !looking.compareAndSet(false, true)) {
      return;
    }
    CompletableFuture<Void> unused =
        background
            .start(() -> look(scan, row, pages))
            .whenComplete((done, failure) -> looking.set(false));
  }

  private CompletableFuture<Void> look(RangeScan scan, RowKey row, int left) {
    RowRange rest = scan.range().after(row.row(), scan.reversed());
    if (rest.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    RangeScan next = new RangeScan(rest, ColumnSelection.LOCK_ONLY, scan.reversed(), pageRows);
    return store
        .scan(next)
        .thenCompose(found -> judgeAll(found).thenCompose(done -> goOn(next, found, left - 1)));
  }

  private CompletableFuture<Void> goOn(RangeScan scan, ScanPage page, int left) {
    return page.exhausted() || left == 0
        ? CompletableFuture.completedFuture(null)
        : look(scan, page.last(), left);
  }

  private CompletableFuture<Void> judgeAll(ScanPage page) {
    return Async.settled(
        page.rows().stream().map(row -> Async.guarded(() -> judge(LockedRow.of(row)))).toList());
  }

  private CompletableFuture<Verdict> judge(LockedRow row) {
    if (row.lock() instanceof Prewritten holder) {
      return resolver.judge(row).thenApply(verdict -> noted(row, holder, verdict));
    }
    resolver.finishIfAbandoned(row);
    return CompletableFuture.completedFuture(Verdict.COMMITTED);
  }

  private Verdict noted(LockedRow row, Prewritten holder, Verdict verdict) {
    if (verdict == Verdict.COMMITTED) {
      unrolled.add(Unrolled.of(row, holder));
    }
    return verdict;
  }
}
