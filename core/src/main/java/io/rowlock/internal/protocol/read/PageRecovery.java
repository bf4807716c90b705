package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.protocol.recovery.LockResolver;
import io.rowlock.internal.protocol.recovery.LockResolver.Verdict;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.ScanPage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads the locks behind a page of a scan after the scan has waited on that page without success.
 * The leases of all abandoned locks there then run at the same time, and not page after page.
 *
 * <p>It treats locks as any reader does, except that it does not wait. It runs for one scan at a
 * time, in the background, for at most {@link #MAX_PAGES} pages.
 */
public final class PageRecovery {

  private static final int MAX_PAGES = 10;

  private final RowStore store;
  private final LockResolver resolver;
  private final BackgroundWork background;
  private final int pageRows;
  private final AtomicBoolean looking = new AtomicBoolean();

  public PageRecovery(
      RowStore store, LockResolver resolver, BackgroundWork background, int pageRows) {
    this.store = store;
    this.resolver = resolver;
    this.background = background;
    this.pageRows = pageRows;
  }

  /** Reads the locks behind the page, unless this runs for another scan already. */
  void beyond(RangeScan scan, ScanPage page) {
    if (page.exhausted() || background.isFull() || !looking.compareAndSet(false, true)) {
      return;
    }
    CompletableFuture<Void> unused =
        background
            .start(() -> look(scan, page, MAX_PAGES))
            .whenComplete((done, failure) -> looking.set(false));
  }

  private CompletableFuture<Void> look(RangeScan scan, ScanPage page, int left) {
    if (page.exhausted() || left == 0) {
      return CompletableFuture.completedFuture(null);
    }
    byte[] last = page.rows().get(page.rows().size() - 1).key().row();
    RowRange rest = scan.range().after(last, scan.reversed());
    RangeScan next = new RangeScan(rest, ColumnSelection.LOCK_ONLY, scan.reversed(), pageRows);
    return store
        .scan(next)
        .thenCompose(found -> judgeAll(found).thenCompose(done -> look(next, found, left - 1)));
  }

  private CompletableFuture<Void> judgeAll(ScanPage page) {
    return Async.settled(
        page.rows().stream().map(row -> Async.guarded(() -> judge(LockedRow.of(row)))).toList());
  }

  private CompletableFuture<Verdict> judge(LockedRow row) {
    if (row.lock() instanceof Prewritten) {
      return resolver.judge(row);
    }
    resolver.finishIfAbandoned(row);
    return CompletableFuture.completedFuture(Verdict.COMMITTED);
  }
}
