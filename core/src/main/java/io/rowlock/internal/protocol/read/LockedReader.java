package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.recovery.LockResolver;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.SideRead;
import io.rowlock.internal.store.StoredRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads rows and removes every doubt about their locks (protocol, section 3). The one way in which
 * anything is read: user reads, validation, and the locks of blind rows all come through here.
 */
public final class LockedReader {

  /**
   * Who meets so many changed locks in a row may be talking to a stale server, or look at damage:
   * from then on the patience is the bound.
   */
  private static final int SUSPICIOUS_CHANGES = 5;

  private final RowStore store;
  private final LockResolver resolver;
  private final LookAhead lookAhead;

  public LockedReader(RowStore store, LockResolver resolver, LookAhead lookAhead) {
    this.store = store;
    this.resolver = resolver;
    this.lookAhead = lookAhead;
  }

  /** Reads rows by key, in the order asked. */
  public CompletableFuture<List<DecidedRow>> read(List<RowRead> reads, Patience patience) {
    return read(reads, List.of(), patience);
  }

  /**
   * The same, others along with them.
   *
   * @param sides not waited for, and left as they are found
   */
  public CompletableFuture<List<DecidedRow>> read(
      List<RowRead> reads, List<SideRead> sides, Patience patience) {
    return store
        .read(reads, sides)
        .thenCompose(
            rows -> {
              List<CompletableFuture<DecidedRow>> decided = new ArrayList<>(rows.size());
              for (int i = 0; i < rows.size(); i++) {
                decided.add(decide(rows.get(i), reads.get(i), patience));
              }
              return Async.all(decided);
            });
  }

  /** Reads one page of a range. */
  public CompletableFuture<DecidedPage> scan(RangeScan scan, Patience patience) {
    return store
        .scan(scan)
        .thenCompose(
            page ->
                Async.recover(
                    decidePage(page, scan.columns(), patience),
                    failure -> {
                      if (failure instanceof ProtocolFailure known && known.isConflict()) {
                        lookAhead.beyond(scan, page);
                      }
                      return CompletableFuture.failedFuture(failure);
                    }));
  }

  private CompletableFuture<DecidedPage> decidePage(
      ScanPage page, ColumnSelection columns, Patience patience) {
    List<CompletableFuture<DecidedRow>> decided = new ArrayList<>(page.rows().size());
    for (StoredRow row : page.rows()) {
      decided.add(decide(row, columns, patience));
    }
    return Async.all(decided).thenApply(rows -> new DecidedPage(rows, page.exhausted()));
  }

  /** Decides a row that has been read. */
  public CompletableFuture<DecidedRow> decide(
      StoredRow stored, ColumnSelection columns, Patience patience) {
    return decide(stored, new RowRead(stored.key(), columns), patience);
  }

  private CompletableFuture<DecidedRow> decide(StoredRow stored, RowRead read, Patience patience) {
    return decide(stored, read, patience, 0);
  }

  private CompletableFuture<DecidedRow> decide(
      StoredRow stored, RowRead read, Patience patience, int changes) {
    return Async.guarded(() -> decide(LockedRow.of(stored), read, patience, changes));
  }

  private CompletableFuture<DecidedRow> decide(
      LockedRow row, RowRead read, Patience patience, int changes) {
    if (!(row.lock() instanceof Prewritten holder)) {
      resolver.finishIfAbandoned(row);
      return CompletableFuture.completedFuture(DecidedRow.settled(row));
    }
    if (patience.isOwn(holder)) {
      return CompletableFuture.completedFuture(DecidedRow.heldByAsker(row));
    }
    return resolver
        .judge(row)
        .thenCompose(
            verdict ->
                switch (verdict) {
                  case COMMITTED -> unrolled(row, read, patience, changes);
                  case CHANGED -> afterChange(read, holder, patience, changes + 1);
                  case UNDECIDED ->
                      patience
                          .waitFor(row.key(), holder)
                          .thenCompose(waited -> readAgain(read, patience, changes));
                });
  }

  /** What is not applied yet can be laid over a whole row only: it shifts where a slice ends. */
  private CompletableFuture<DecidedRow> unrolled(
      LockedRow row, RowRead read, Patience patience, int changes) {
    return read.slice() == null
        ? CompletableFuture.completedFuture(DecidedRow.committedButUnrolled(row, read.columns()))
        : readAgain(read.whole(), patience, changes);
  }

  private CompletableFuture<DecidedRow> afterChange(
      RowRead read, Prewritten holder, Patience patience, int changes) {
    if (changes < SUSPICIOUS_CHANGES) {
      return readAgain(read, patience, changes);
    }
    return patience
        .waitFor(read.key(), holder)
        .thenCompose(waited -> store.relocate(read.key()))
        .thenCompose(relocated -> readAgain(read, patience, changes));
  }

  private CompletableFuture<DecidedRow> readAgain(RowRead read, Patience patience, int changes) {
    return store
        .read(List.of(read))
        .thenCompose(rows -> decide(rows.get(0), read, patience, changes));
  }

  /** Reads the lock of one row as it is, decided or not. */
  public CompletableFuture<LockedRow> readLock(RowKey key) {
    return store.read(List.of(RowRead.lockOf(key))).thenApply(rows -> LockedRow.of(rows.get(0)));
  }

  /** Reads the locks of rows as they are, in the order asked. */
  public CompletableFuture<List<LockedRow>> readLocks(List<RowKey> keys) {
    return store
        .read(keys.stream().map(RowRead::lockOf).toList())
        .thenApply(rows -> rows.stream().map(LockedRow::of).toList());
  }

  /** Reads the lock of one row after asking anew where the row is served. */
  public CompletableFuture<LockedRow> readLockElsewhere(RowKey key) {
    return store.relocate(key).thenCompose(relocated -> readLock(key));
  }
}
