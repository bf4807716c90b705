package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.longread.UnrolledRows.Unrolled;
import io.rowlock.internal.protocol.read.DecidedPage;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RangeSnapshot;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.SnapshotLostException;
import io.rowlock.internal.store.StoredRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One range of a {@link Snapshot}, for one scan: compares its rows with the locks of the second
 * scanners. One call at a time, as a scan makes them.
 */
public final class SnapshotRange {

  private final RangeScan scan;
  private final Source rows;
  private final Source locks;
  private final LockedReader reader;
  private final PageRecovery pages;
  private final Map<RowKey, Unrolled> committed;
  private volatile @Nullable Throwable failed;
  private volatile boolean isClosed;

  SnapshotRange(
      RangeScan scan,
      RangeSnapshot rows,
      RangeSnapshot locks,
      LockedReader reader,
      PageRecovery pages,
      Map<RowKey, Unrolled> committed) {
    this.scan = scan;
    this.rows = new Source(rows);
    this.locks = new Source(locks);
    this.reader = reader;
    this.pages = pages;
    this.committed = committed;
  }

  /** The rows of a snapshot that have arrived and were not returned yet. */
  private static final class Source {

    private final RangeSnapshot snapshot;
    private final Deque<StoredRow> ahead = new ArrayDeque<>();
    private boolean isExhausted;

    Source(RangeSnapshot snapshot) {
      this.snapshot = snapshot;
    }

    boolean mustFetch() {
      return ahead.isEmpty() && !isExhausted;
    }

    CompletableFuture<Void> fetch() {
      return snapshot
          .next()
          .thenAccept(
              page -> {
                page.rows().stream()
                    .filter(row -> !BarrierRows.contain(row.key()))
                    .forEach(ahead::add);
                isExhausted = page.exhausted();
              });
    }
  }

  /** Returns whether a scan reads this range, in this direction, with these columns. */
  boolean isOf(RangeScan other) {
    return scan.returnsSame(other);
  }

  /** Returns the next page; after a failure every further call fails. */
  public CompletableFuture<DecidedPage> next(int limit, WaitPolicy waitPolicy) {
    Throwable before = failed;
    if (before != null) {
      return CompletableFuture.failedFuture(before);
    }
    List<DecidedRow> page = new ArrayList<>();
    return Async.recover(
        Async.guarded(() -> fill(page, limit, waitPolicy))
            .thenApply(isComplete -> new DecidedPage(page, isComplete)),
        failure -> {
          Throwable cause = failure instanceof SnapshotLostException ? explained(failure) : failure;
          failed = cause;
          return CompletableFuture.failedFuture(cause);
        });
  }

  /**
   * Adds rows until the page is full, or its next row would need another request. Completes with
   * whether the range is read to its end.
   */
  private CompletableFuture<Boolean> fill(List<DecidedRow> page, int limit, WaitPolicy waitPolicy) {
    while (page.size() < limit && !(rows.mustFetch() && !page.isEmpty())) {
      if (rows.mustFetch() || locks.mustFetch()) {
        Source missing = rows.mustFetch() ? rows : locks;
        return missing.fetch().thenCompose(done -> fill(page, limit, waitPolicy));
      }
      StoredRow row = rows.ahead.poll();
      requireSame(row);
      if (row == null) {
        return CompletableFuture.completedFuture(true);
      }
      LockedRow locked = LockedRow.of(row);
      if (!(locked.lock() instanceof Prewritten holder)) {
        forgetUnrolled(locked.key());
        page.add(DecidedRow.settled(locked));
      } else if (isCommitted(locked, holder)) {
        page.add(DecidedRow.committedButUnrolled(locked, scan.columns()));
      } else {
        return settled(locked, holder, waitPolicy);
      }
    }
    return CompletableFuture.completedFuture(false);
  }

  /** Compares a row, null for the end of the range, with the next lock of the second scanner. */
  private void requireSame(@Nullable StoredRow row) {
    StoredRow next = locks.ahead.peek();
    if (next != null && (row == null || isBefore(next, row))) {
      throw changed(next.key());
    }
    if (row != null) {
      boolean hasLock = next != null && next.key().equals(row.key());
      long lockTime = hasLock ? locks.ahead.remove().lockTime() : 0;
      if (!isSame(row, lockTime)) {
        throw changed(row.key());
      }
    }
  }

  private boolean isBefore(StoredRow one, StoredRow other) {
    int order = one.key().compareTo(other.key());
    return scan.reversed() ? order > 0 : order < 0;
  }

  private static boolean isSame(StoredRow row, long lockTime) {
    return row.lockTime() == lockTime;
  }

  private boolean isCommitted(LockedRow row, Prewritten holder) {
    return Unrolled.of(row, holder).equals(committed.get(row.key()));
  }

  private void forgetUnrolled(RowKey rolled) {
    Unrolled before = committed.get(rolled);
    if (before != null) {
      pages.unrolled().forget(before);
    }
  }

  private static ProtocolFailure changed(RowKey key) {
    return ProtocolFailure.conflict(
        key, "A row was written while a snapshot was opened", Conflict.written(null));
  }

  /** Settles this row, and begins to settle those behind it, for the next attempt; then fails. */
  private CompletableFuture<Boolean> settled(
      LockedRow held, Prewritten holder, WaitPolicy waitPolicy) {
    return pages
        .settle(reader, scan, held.key(), holder, waitPolicy)
        .thenCompose(done -> CompletableFuture.failedFuture(changed(held.key())));
  }

  private ProtocolFailure explained(Throwable failure) {
    if (isClosed) {
      return ProtocolFailure.ended("A scan was under way when its transaction ended");
    }
    return ProtocolFailure.conflict(
        scan.start(),
        "A snapshot was lost before it was read (" + failure.getMessage() + ")",
        Conflict.written(null));
  }

  void close() {
    isClosed = true;
    rows.snapshot.close();
    locks.snapshot.close();
  }
}
