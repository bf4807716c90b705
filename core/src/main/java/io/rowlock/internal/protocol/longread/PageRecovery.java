package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.longread.UnrolledRows.Unrolled;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.ScanHook;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.protocol.recovery.HeldRows;
import io.rowlock.internal.protocol.recovery.LockResolver.Verdict;
import io.rowlock.internal.protocol.recovery.Parts;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads the locks behind a held row that has stopped a scan. The leases of all abandoned locks
 * there then run at the same time, and not page after page.
 *
 * <p>It treats locks as any reader does, except that it does not wait. It runs for one scan at a
 * time, in the background, for a bounded number of pages and locks, and ends when a lock cannot be
 * judged.
 */
public final class PageRecovery implements ScanHook {

  /** Pages behind a scan that reads on after it has waited. */
  private static final int SOME = 10;

  /** Pages behind a scan that begins anew after each row that is held. */
  private static final int MANY = 100;

  /** So many that {@code LeaseWatch} remembers them all. */
  private static final int MOST_LOCKS = 10_000;

  private final RowStore store;
  private final Parts parts;
  private final AtomicBoolean looking = new AtomicBoolean();
  private final UnrolledRows unrolled = new UnrolledRows();

  public PageRecovery(RowStore store, Parts parts) {
    this.store = store;
    this.parts = parts;
  }

  /** Returns the held rows that are known as committed. */
  UnrolledRows unrolled() {
    return unrolled;
  }

  @Override
  public boolean isHidden(RowKey row) {
    return BarrierRows.contain(row);
  }

  @Override
  public void stopped(RangeScan scan, RowKey last) {
    beyond(scan, last, SOME);
  }

  /**
   * Settles a held row that stops a scan. Unless its holder has written it, silent clients may have
   * left more rows behind it: they are settled in the background. A row that was only locked, or
   * rolled back by a live client, makes that work useless, but no harm is done.
   */
  CompletableFuture<Void> settle(
      LockedReader reader, RangeScan scan, RowKey held, Prewritten holder, WaitPolicy waitPolicy) {
    return reader
        .decided(held, waitPolicy)
        .whenComplete(
            (row, failure) -> {
              if (row == null || !row.locked().hasTraceOf(holder.id())) {
                beyond(scan, held, MANY);
              }
            })
        .thenAccept(this::note);
  }

  /** Remembers the row if it is held, but committed. */
  private void note(DecidedRow row) {
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
  private void beyond(RangeScan scan, RowKey row, int pages) {
    if (parts.background().isFull() || !looking.compareAndSet(false, true)) {
      return;
    }
    CompletableFuture<Void> unused =
        parts
            .background()
            .begin()
            .end(Async.guarded(() -> look(scan, row, pages, MOST_LOCKS)))
            .whenComplete((done, failure) -> looking.set(false));
  }

  private CompletableFuture<Void> look(RangeScan scan, RowKey row, int pages, int locks) {
    RowRange rest = scan.range().after(row.row(), scan.reversed());
    if (rest.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    int pageRows = parts.settings().limits().pageRows();
    RangeScan next = new RangeScan(rest, ColumnSelection.LOCK_ONLY, scan.reversed(), pageRows);
    return store
        .scan(next)
        .thenCompose(
            found ->
                judgeAll(found)
                    .thenCompose(judged -> goOn(next, found, pages - 1, locks - judged)));
  }

  private CompletableFuture<Void> goOn(RangeScan scan, ScanPage page, int pages, int locks) {
    return page.exhausted() || pages == 0 || locks <= 0
        ? CompletableFuture.completedFuture(null)
        : look(scan, page.last(), pages, locks);
  }

  /** Returns how many locks are not at rest. */
  private CompletableFuture<Integer> judgeAll(ScanPage page) {
    List<CompletableFuture<Integer>> judged = new ArrayList<>();
    List<LockedRow> held = new ArrayList<>();
    for (StoredRow stored : page.rows()) {
      judged.add(Async.guarded(() -> look(stored, held)));
    }
    for (List<LockedRow> ofOne : HeldRows.byHolder(held, row -> row)) {
      judged.add(Async.guarded(() -> judge(ofOne)));
    }
    return Async.all(judged).thenApply(all -> all.stream().mapToInt(Integer::intValue).sum());
  }

  private CompletableFuture<Integer> look(StoredRow stored, List<LockedRow> held) {
    LockedRow row = LockedRow.of(stored);
    if (row.lock() instanceof Prewritten) {
      held.add(row);
    } else {
      parts.resolver().finishIfAbandoned(row);
    }
    return CompletableFuture.completedFuture(row.lock() instanceof Committed ? 1 : 0);
  }

  /** Judges the holder of rows, which is the same of all. */
  private CompletableFuture<Integer> judge(List<LockedRow> held) {
    return parts
        .resolver()
        .judge(held)
        .thenApply(
            verdict -> {
              note(held, verdict);
              return held.size();
            });
  }

  private void note(List<LockedRow> held, Verdict verdict) {
    if (verdict == Verdict.COMMITTED) {
      held.forEach(row -> unrolled.add(Unrolled.of(row, (Prewritten) row.lock())));
    }
  }
}
