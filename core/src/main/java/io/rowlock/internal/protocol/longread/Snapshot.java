package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.protocol.longread.UnrolledRows.Unrolled;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RangeSnapshot;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ranges as they were at one instant, for a transaction that reads them at leisure (protocol,
 * section 7).
 *
 * <p>HBase shows a region as it was when a scanner was opened, but it opens the scanners of several
 * regions at different instants. So the snapshot opens two in each region: those of the second kind
 * after all of the first kind. They return the lock times of the rows, and nothing else.
 *
 * <p>Safety: let <em>t</em> be an instant after the last of the first scanners has been opened, and
 * before any of the second ones. A row is returned only if both scanners of its region show the
 * same lock time for it, or neither a lock; anything else is a conflict, also a lock of a row that
 * the first one does not show. A lock time identifies one lock of a row (I1), and every write of a
 * transaction changes the lock. So the row has not changed between the two, and was at <em>t</em>
 * as the first one shows it. This is what a validation proves, too, of rows that were read before
 * an instant and are unchanged after it. As in a validation, no row may be undecided: one that a
 * transaction holds is a conflict, whatever becomes of that transaction, unless this client knew
 * already before it opened the first scanner that this lock is of a committed one ({@link
 * UnrolledRows}). So a transaction that has read nothing but such rows has read all of them at
 * <em>t</em>, and needs no further validation.
 *
 * <p><em>t</em> is after the transaction's begin, because its own first scan opens the snapshot. An
 * earlier one could lack what the user's code knows: since it began, the code may have learned of
 * any committed transaction. Rows that the transaction reads elsewhere are of another instant. Then
 * everything that it has read is validated like any other read.
 *
 * <p>Each range belongs to one scan of the transaction, and ends for good when a page of it fails:
 * rows of that page are gone. Used by one transaction; thread-safe.
 */
public final class Snapshot {

  private final Supplier<CompletableFuture<List<SnapshotRange>>> opening;
  private final Set<SnapshotRange> claimed = ConcurrentHashMap.newKeySet();
  private @Nullable CompletableFuture<List<SnapshotRange>> opened;
  private boolean isOnlySource = true;
  private boolean isClosed;

  /**
   * Creates a snapshot that the first scan opens.
   *
   * @param opening is run once at most, and never fails; completes with no range if there can be no
   *     snapshot
   */
  Snapshot(Supplier<CompletableFuture<List<SnapshotRange>>> opening) {
    this.opening = opening;
  }

  /**
   * Opens the ranges of a snapshot.
   *
   * @param scans the ranges, each for one scan from its beginning
   * @param openers of these scans
   */
  static CompletableFuture<List<SnapshotRange>> open(
      LockedReader reader,
      PageRecovery pages,
      List<RangeScan> scans,
      List<RangeSnapshot.Opener> openers) {
    Map<RowKey, Unrolled> committed = pages.unrolled().now();
    return all(openers, false)
        .thenCompose(
            rows ->
                Async.onFailure(all(openers, true), failure -> rows.forEach(RangeSnapshot::close))
                    .thenApply(keys -> ranges(reader, pages, committed, scans, rows, keys)));
  }

  private static List<SnapshotRange> ranges(
      LockedReader reader,
      PageRecovery pages,
      Map<RowKey, Unrolled> committed,
      List<RangeScan> scans,
      List<RangeSnapshot> rows,
      List<RangeSnapshot> keys) {
    List<SnapshotRange> ranges = new ArrayList<>();
    for (int i = 0; i < scans.size(); i++) {
      ranges.add(
          new SnapshotRange(scans.get(i), rows.get(i), keys.get(i), reader, pages, committed));
    }
    return ranges;
  }

  /** Opens all or none. */
  private static CompletableFuture<List<RangeSnapshot>> all(
      List<RangeSnapshot.Opener> openers, boolean locksOnly) {
    List<CompletableFuture<RangeSnapshot>> opened =
        openers.stream().map(opener -> Async.guarded(() -> opener.open(locksOnly))).toList();
    return Async.onFailure(Async.all(opened), failure -> opened.forEach(Snapshot::closeWhenOpen));
  }

  private static void closeWhenOpen(CompletableFuture<RangeSnapshot> snapshot) {
    var unused = snapshot.thenAccept(RangeSnapshot::close);
  }

  /**
   * Returns the range of a scan, for this scan alone; nothing if it must read elsewhere. A snapshot
   * beside other reads would save nothing.
   */
  public synchronized CompletableFuture<Optional<SnapshotRange>> claim(RangeScan scan) {
    if (opened == null && isOnlySource && !isClosed) {
      opened = opening.get();
    }
    return opened == null
        ? CompletableFuture.completedFuture(Optional.empty())
        : opened.thenApply(
            ranges ->
                ranges.stream().filter(range -> range.isOf(scan) && isFree(range)).findFirst());
  }

  /** Returns whether no scan has claimed the range before; this one does now. */
  private boolean isFree(SnapshotRange range) {
    return claimed.add(range);
  }

  /** Notes that the transaction reads rows elsewhere. */
  public synchronized void leave() {
    isOnlySource = false;
  }

  /** Returns whether the transaction has read nothing elsewhere. */
  public synchronized boolean isOnlySource() {
    return isOnlySource;
  }

  /** Closes the scanners, also if they are still being opened. */
  public void close() {
    CompletableFuture<List<SnapshotRange>> last;
    synchronized (this) {
      isClosed = true;
      last = opened;
    }
    if (last != null) {
      var unused = last.thenAccept(ranges -> ranges.forEach(SnapshotRange::close));
    }
  }
}
