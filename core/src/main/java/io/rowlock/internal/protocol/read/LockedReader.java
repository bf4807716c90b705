package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.read.UnrolledRows.Unrolled;
import io.rowlock.internal.protocol.recovery.LockResolver;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Reads rows and decides every lock in them (protocol, section 3). All reads go through this class:
 * reads for the user's code, validation, and the locks of blind rows.
 */
public final class LockedReader {

  /**
   * After so many changed locks in one row a stale server or damage is likely: from then on the
   * wait policy limits the reader.
   */
  private static final int SUSPICIOUS_CHANGES = 5;

  private final RowStore store;
  private final LockResolver resolver;
  private final PageRecovery pageRecovery;

  public LockedReader(RowStore store, LockResolver resolver, PageRecovery pageRecovery) {
    this.store = store;
    this.resolver = resolver;
    this.pageRecovery = pageRecovery;
  }

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
    return store
        .read(reads, sides)
        .thenCompose(
            rows -> {
              List<CompletableFuture<DecidedRow>> decided = new ArrayList<>(rows.size());
              for (int i = 0; i < rows.size(); i++) {
                decided.add(decide(rows.get(i), reads.get(i), waitPolicy));
              }
              return Async.all(decided);
            });
  }

  /** Reads one page of a range. */
  public CompletableFuture<DecidedPage> scan(RangeScan scan, WaitPolicy waitPolicy) {
    return store
        .scan(scan)
        .thenCompose(page -> withoutBarrier(scan, page))
        .thenCompose(
            page ->
                Async.recover(
                    decidePage(page, scan.columns(), waitPolicy),
                    failure -> {
                      if (failure instanceof ProtocolFailure known
                          && known.isConflict()
                          && !page.exhausted()) {
                        pageRecovery.beyond(scan, page.last(), PageRecovery.SOME);
                      }
                      return CompletableFuture.failedFuture(failure);
                    }));
  }

  /**
   * Settles a held row that stops a scan. Unless its holder has written it, silent clients may have
   * left more rows behind it: they are settled in the background. A row that was only locked, or
   * rolled back by a live client, makes that work useless, but no harm is done.
   */
  CompletableFuture<Void> settle(
      RangeScan scan, RowKey held, Prewritten holder, WaitPolicy waitPolicy) {
    return read(List.of(RowRead.lockOf(held)), waitPolicy)
        .thenApply(rows -> rows.get(0))
        .whenComplete(
            (row, failure) -> {
              if (row == null || !row.locked().lock().decidedPart().bearsTraceOf(holder.id())) {
                pageRecovery.beyond(scan, held, PageRecovery.MANY);
              }
            })
        .thenAccept(pageRecovery::note);
  }

  /** Returns the held rows that this client knows as committed now. */
  Set<Unrolled> unrolled() {
    return pageRecovery.unrolled();
  }

  /** Leaves out the rows of the barrier; a page of nothing else is replaced by the next one. */
  private CompletableFuture<ScanPage> withoutBarrier(RangeScan scan, ScanPage page) {
    if (page.rows().stream().noneMatch(row -> BarrierRows.contain(row.key()))) {
      return CompletableFuture.completedFuture(page);
    }
    List<StoredRow> rows =
        page.rows().stream().filter(row -> !BarrierRows.contain(row.key())).toList();
    if (!rows.isEmpty() || page.exhausted()) {
      return CompletableFuture.completedFuture(new ScanPage(rows, page.exhausted()));
    }
    RangeScan rest =
        new RangeScan(
            scan.range().after(page.last().row(), scan.reversed()),
            scan.columns(),
            scan.reversed(),
            scan.limit(),
            scan.maxBytes());
    return store.scan(rest).thenCompose(next -> withoutBarrier(rest, next));
  }

  private CompletableFuture<DecidedPage> decidePage(
      ScanPage page, ColumnSelection columns, WaitPolicy waitPolicy) {
    List<CompletableFuture<DecidedRow>> decided = new ArrayList<>(page.rows().size());
    for (StoredRow row : page.rows()) {
      decided.add(decide(row, columns, waitPolicy));
    }
    return Async.all(decided).thenApply(rows -> new DecidedPage(rows, page.exhausted()));
  }

  /** Decides a row that has been read. */
  public CompletableFuture<DecidedRow> decide(
      StoredRow stored, ColumnSelection columns, WaitPolicy waitPolicy) {
    return decide(stored, new RowRead(stored.key(), columns), waitPolicy);
  }

  private CompletableFuture<DecidedRow> decide(
      StoredRow stored, RowRead read, WaitPolicy waitPolicy) {
    return decide(stored, read, waitPolicy, 0);
  }

  private CompletableFuture<DecidedRow> decide(
      StoredRow stored, RowRead read, WaitPolicy waitPolicy, int changes) {
    return Async.guarded(() -> decide(LockedRow.of(stored), read, waitPolicy, changes));
  }

  private CompletableFuture<DecidedRow> decide(
      LockedRow row, RowRead read, WaitPolicy waitPolicy, int changes) {
    if (!(row.lock() instanceof Prewritten holder)) {
      resolver.finishIfAbandoned(row);
      return CompletableFuture.completedFuture(DecidedRow.settled(row));
    }
    if (waitPolicy.isOwn(holder)) {
      return CompletableFuture.completedFuture(DecidedRow.heldByAsker(row));
    }
    return resolver
        .judge(row)
        .thenCompose(
            verdict ->
                switch (verdict) {
                  case COMMITTED -> unrolled(row, read, waitPolicy, changes);
                  case CHANGED -> afterChange(read, holder, waitPolicy, changes + 1);
                  case UNDECIDED ->
                      waitPolicy
                          .waitFor(row.key(), holder)
                          .thenCompose(waited -> readAgain(read, waitPolicy, changes));
                });
  }

  /**
   * Decides the row by a read of the whole row. An intent that is not applied yet can be laid over
   * a whole row only, because it changes where a slice ends.
   */
  private CompletableFuture<DecidedRow> unrolled(
      LockedRow row, RowRead read, WaitPolicy waitPolicy, int changes) {
    return read.slice() == null
        ? CompletableFuture.completedFuture(DecidedRow.committedButUnrolled(row, read.columns()))
        : readAgain(read.whole(), waitPolicy, changes);
  }

  private CompletableFuture<DecidedRow> afterChange(
      RowRead read, Prewritten holder, WaitPolicy waitPolicy, int changes) {
    if (changes < SUSPICIOUS_CHANGES) {
      return readAgain(read, waitPolicy, changes);
    }
    return waitPolicy
        .waitFor(read.key(), holder)
        .thenCompose(waited -> store.relocate(read.key()))
        .thenCompose(relocated -> readAgain(read, waitPolicy, changes));
  }

  private CompletableFuture<DecidedRow> readAgain(
      RowRead read, WaitPolicy waitPolicy, int changes) {
    return store
        .read(List.of(read))
        .thenCompose(rows -> decide(rows.get(0), read, waitPolicy, changes));
  }

  /** Reads the lock of one row as it is, decided or not. */
  public CompletableFuture<LockedRow> readLock(RowKey key) {
    return store.read(List.of(RowRead.lockOf(key))).thenApply(rows -> LockedRow.of(rows.get(0)));
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
