package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.longread.SnapshotRange;
import io.rowlock.internal.protocol.read.DecidedPage;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.transaction.MergingCursor.End;
import io.rowlock.internal.transaction.MergingCursor.Met;
import io.rowlock.internal.transaction.MergingCursor.PageMissing;
import io.rowlock.internal.transaction.MergingCursor.RowOpen;
import io.rowlock.internal.transaction.MergingCursor.Step;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * A scan of one transaction, row by row.
 *
 * <p>The scan sees the transaction's own writes as they were when it was opened, whatever is
 * written or taken back since. What it has passed counts as read at once, whether the scan is
 * closed or not, including rows that a {@link ClientFilter} hides. After a failure every further
 * call fails.
 */
public final class TransactionScan {

  private final TransactionBuffers buffers;
  private final CallTracker calls;
  private final RangeScan whole;
  private final boolean isValidated;
  private final MergingCursor cursor;
  private final QueryRules.Versions versions;
  private final PageSizes pageSizes;
  private final ScanResults results;
  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile @Nullable CompletableFuture<Optional<SnapshotRange>> snapshot;
  private volatile RangeScan asked;
  private volatile @Nullable CompletableFuture<DecidedPage> ahead;
  private volatile boolean ended;
  private volatile @Nullable Throwable failed;

  /** Opens a scan. Reads nothing yet; a refusal occurs at the first {@link #next}. */
  TransactionScan(
      TransactionBuffers buffers,
      CallTracker calls,
      TableName table,
      Scan scan,
      boolean isValidated) {
    this.buffers = buffers;
    this.calls = calls;
    this.isValidated = isValidated;
    ColumnSelection columns = ColumnSelection.of(scan.getFamilyMap());
    this.whole = new RangeScan(rangeOf(table, scan), columns, scan.isReversed(), PageSizes.MAX);
    this.asked = whole;
    this.cursor = buffers.locked(() -> new MergingCursor(buffers, whole, isValidated));
    this.versions =
        QueryRules.Versions.of(
            Refusals.of(scan, table), scan.getMaxVersions(), scan.getFamilyMap());
    this.pageSizes = new PageSizes(scan);
    this.results = new ScanResults(scan);
    try {
      QueryRules.check(table, scan);
    } catch (ProtocolFailure refused) {
      failed = refused;
    }
  }

  private static RowRange rangeOf(TableName table, Scan scan) {
    byte[] start = scan.getStartRow().clone();
    byte[] stop = scan.getStopRow().clone();
    return scan.isReversed()
        ? new RowRange(table, stop, scan.includeStopRow(), start, scan.includeStartRow())
        : new RowRange(table, start, scan.includeStartRow(), stop, scan.includeStopRow());
  }

  /** Returns what the scan has read so far. */
  ConsumedRange consumed() {
    return cursor.consumed();
  }

  /** Returns the next row, or null if there is none or the scan is closed. One call at a time. */
  public CompletableFuture<@Nullable Result> next() {
    if (!busy.compareAndSet(false, true)) {
      return CompletableFuture.<@Nullable Result>failedFuture(
          ProtocolFailure.illegal(
              null, "A scan was asked for the next row before it had answered the last call"));
    }
    return calls
        .<@Nullable Result>end(calls.begin().<@Nullable Result>thenCompose(begun -> begin()))
        .whenComplete(
            (row, failure) -> {
              if (failure != null) {
                failed = failure;
                close();
              }
              busy.set(false);
            });
  }

  /** Ends the scan. What it has passed counts as read. */
  public void close() {
    ended = true;
    ahead = null;
    buffers.run(cursor::close);
  }

  private CompletableFuture<@Nullable Result> begin() {
    CompletableFuture<@Nullable Result> found = new CompletableFuture<>();
    if (failed == null) {
      search(found);
    } else {
      found.completeExceptionally(failed);
    }
    return found;
  }

  /**
   * Searches in a loop as long as answers arrive at once, to limit the depth of the stack. One
   * future is the answer of all steps, so that many pages without a row leave no chain of futures.
   */
  private void search(CompletableFuture<@Nullable Result> found) {
    CompletableFuture<?> missing = Async.DONE;
    while (missing.isDone() && !missing.isCompletedExceptionally()) {
      Result next = ended ? null : results.next();
      if (next != null) {
        found.complete(next);
        return;
      }
      Step step = ended || results.isDone() ? new End() : buffers.locked(cursor::advance);
      if (step instanceof Met met) {
        results.begin(met.cells());
      } else if (step instanceof RowOpen open) {
        missing = buffers.read(List.of(open.read()), true, rows -> settle(open.own(), rows.get(0)));
      } else if (step instanceof PageMissing) {
        missing = claimed().thenCompose(this::nextPage);
      } else {
        close();
        found.complete(null);
        return;
      }
    }
    var unused =
        Async.onFailure(missing.thenRun(() -> search(found)), found::completeExceptionally);
  }

  /** Computes the own changes of a row, which has perhaps been written again since the opening. */
  private BufferedRow settle(BufferedRow own, DecidedRow committed) {
    own.settle(committed.cells());
    if (!isValidated) {
      cursor.renew(committed);
    }
    return own;
  }

  /** Returns what the scan reads of a snapshot, from its first page on. */
  private CompletableFuture<Optional<SnapshotRange>> claimed() {
    if (snapshot == null) {
      snapshot =
          versions
              .check(buffers.protocol())
              .thenCompose(
                  checked ->
                      isValidated
                          ? buffers.claim(whole)
                          : CompletableFuture.completedFuture(Optional.empty()));
    }
    return snapshot;
  }

  private CompletableFuture<Void> nextPage(Optional<SnapshotRange> range) {
    CompletableFuture<DecidedPage> begun = ahead;
    if (begun == null) {
      begun = fetchNext(range);
    } else if (begun.isCompletedExceptionally()) { // perhaps what was in its way is gone
      begun = fetch(range, asked);
    }
    return begun.thenAccept(
        found -> {
          buffers.run(() -> cursor.add(found));
          ahead = mayReadAhead(found) ? fetchNext(range) : null;
        });
  }

  private CompletableFuture<DecidedPage> fetchNext(Optional<SnapshotRange> range) {
    asked = cursor.nextPage(pageSizes);
    return fetch(range, asked);
  }

  private CompletableFuture<DecidedPage> fetch(Optional<SnapshotRange> range, RangeScan page) {
    return range.isPresent() ? buffers.scan(range.get(), page) : buffers.scan(page, isValidated);
  }

  /**
   * Returns whether to read the next page while the caller goes through this one. What is validated
   * is read as late as possible.
   */
  private boolean mayReadAhead(DecidedPage page) {
    return !isValidated && !page.exhausted() && !ended && pageSizes.readsOn();
  }
}
