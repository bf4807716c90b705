package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.protocol.longread.UnrolledRows.Unrolled;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RangeSnapshot;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
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
 * <em>t</em>, and needs no further validation. <em>t</em> is after its begin, because its own first
 * scan opens the snapshot ({@link DeferredSnapshot}).
 *
 * <p>Each range belongs to one scan of the transaction, and ends for good when a page of it fails:
 * rows of that page are gone. Used by one transaction; thread-safe.
 */
final class Snapshot {

  private final List<SnapshotRange> ranges;
  private final List<SnapshotRange> unclaimed;

  private Snapshot(List<SnapshotRange> ranges) {
    this.ranges = List.copyOf(ranges);
    this.unclaimed = new ArrayList<>(ranges);
  }

  /** Finds the regions of scans, in their order. */
  static CompletableFuture<List<RangeSnapshot.Opener>> find(RowStore store, List<RangeScan> scans) {
    return Async.all(
        scans.stream().map(scan -> Async.guarded(() -> store.snapshots(scan))).toList());
  }

  /**
   * Opens a snapshot.
   *
   * @param scans the ranges, each for one scan from its beginning
   * @param openers of these scans
   */
  static CompletableFuture<Snapshot> open(
      LockedReader reader,
      PageRecovery pages,
      List<RangeScan> scans,
      List<RangeSnapshot.Opener> openers) {
    Map<RowKey, Unrolled> committed = pages.unrolled();
    return all(openers, false)
        .thenCompose(
            rows ->
                closingOnFailure(rows, all(openers, true))
                    .thenApply(
                        keys -> new Snapshot(ranges(reader, pages, committed, scans, rows, keys))));
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
    return Async.all(opened)
        .whenComplete(
            (all, failure) -> {
              if (failure != null) {
                opened.forEach(Snapshot::closeWhenOpen);
              }
            });
  }

  private static void closeWhenOpen(CompletableFuture<RangeSnapshot> snapshot) {
    var unused = snapshot.thenAccept(RangeSnapshot::close);
  }

  private static <T> CompletableFuture<T> closingOnFailure(
      List<RangeSnapshot> snapshots, CompletableFuture<T> next) {
    return next.whenComplete(
        (done, failure) -> {
          if (failure != null) {
            snapshots.forEach(RangeSnapshot::close);
          }
        });
  }

  /** Returns the range of a scan, for this scan alone; null if the snapshot has none left. */
  synchronized @Nullable SnapshotRange claim(RangeScan scan) {
    for (SnapshotRange range : unclaimed) {
      if (range.isOf(scan)) {
        unclaimed.remove(range);
        return range;
      }
    }
    return null;
  }

  /** Closes the scanners. */
  void close() {
    ranges.forEach(SnapshotRange::close);
  }
}
