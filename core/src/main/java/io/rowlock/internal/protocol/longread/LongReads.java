package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.protocol.recovery.Parts;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.collect.Collections2;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the {@link Snapshot} of a transaction that reads more rows than it could lock, when it runs
 * again, and lets busy writers pause meanwhile.
 *
 * <p>The reader announces itself by a hold on a row that stands for the table ({@link
 * BarrierRows}), and a while later it closes the barrier by a hold on a second row. Clients that
 * commit often look at both rows now and then, and more often after an announcement. The others do
 * not look: they write too rarely to disturb, as long as they are few; after a reader was seen,
 * they look as well for a while. A transaction that has a hold goes on behind a closed barrier,
 * because its locks are in the reader's way until it ends; no new hold begins.
 *
 * <p>Barriers affect only speed: the reader does not rely on them, and no client waits longer than
 * a second for a reader. Thread-safe.
 */
public final class LongReads {

  /** The longest time for which a client pays attention to a reader, or waits. */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(LongReads.class);

  private final RowStore store;
  private final RowStore behind;
  private final LockedReader reader;
  private final PageRecovery pages;
  private final Parts parts;
  private final Map<Set<TableName>, Openings> waiting = new ConcurrentHashMap<>();
  private final Map<TableName, Barrier> barriers = new ConcurrentHashMap<>();

  /** Takes holds on the {@linkplain BarrierRows rows} of barriers for a reader, under its age. */
  public interface BarrierLocks {

    /** Takes a hold on rows, or fails with nothing locked. Completes with what releases it. */
    CompletableFuture<Runnable> hold(SortedSet<RowKey> rows);
  }

  /** Creates it, with the same store for calls that a caller waits for, and for barriers. */
  public LongReads(
      RowStore store, RowStore behind, LockedReader reader, PageRecovery pages, Parts parts) {
    this.store = store;
    this.behind = behind;
    this.reader = reader;
    this.pages = pages;
    this.parts = parts;
  }

  /** Completes when these rows may be written or held: mostly at once. Never fails. */
  public CompletableFuture<Void> mayWrite(Collection<RowKey> rows) {
    Set<TableName> tables = new LinkedHashSet<>(Collections2.transform(rows, RowKey::table));
    return Async.all(tables, table -> barrier(table).open()).thenAccept(open -> {});
  }

  /** Returns whether the table's barrier is known to be closed. */
  public boolean isClosed(TableName table) {
    return barrier(table).isClosed();
  }

  private Barrier barrier(TableName table) {
    int busyCommits = parts.settings().limits().busyCommits();
    return barriers.computeIfAbsent(
        table, name -> new Barrier(behind, reader, parts.environment(), busyCommits, name));
  }

  /**
   * Reserves a snapshot, which the transaction opens itself. If that fails, it reads as usual.
   *
   * @param pausesWriters false for a reader that must not delay them
   * @param locks close the barriers
   */
  public CompletableFuture<Snapshot> take(
      List<RangeScan> scans, boolean pausesWriters, BarrierLocks locks) {
    return CompletableFuture.completedFuture(
        new Snapshot(() -> openOrNone(scans, pausesWriters, locks)));
  }

  /**
   * Opens a snapshot. A client that closes waits for this, although the transaction may have ended:
   * it has a hold.
   */
  private CompletableFuture<List<SnapshotRange>> openOrNone(
      List<RangeScan> scans, boolean pausesWriters, BarrierLocks locks) {
    BackgroundWork begun = parts.background().begin();
    CompletableFuture<List<SnapshotRange>> opening =
        Async.guarded(() -> open(scans, pausesWriters, locks));
    var unused = begun.end(opening.thenAccept(ranges -> {}));
    return opening.exceptionally(LongReads::none);
  }

  private static List<SnapshotRange> none(Throwable failure) {
    LOG.debug("No snapshot was opened, continuing without one", failure);
    return List.of();
  }

  private CompletableFuture<List<SnapshotRange>> open(
      List<RangeScan> scans, boolean pausesWriters, BarrierLocks locks) {
    return Async.all(scans, scan -> Async.guarded(() -> store.snapshots(scan)))
        .thenCompose(
            openers -> {
              Supplier<CompletableFuture<List<SnapshotRange>>> opening =
                  () -> Snapshot.open(reader, pages, scans, openers);
              return pausesWriters ? behindBarriers(scans, locks, opening) : opening.get();
            });
  }

  /** Opens the snapshot with the others of this client that are about to open in these tables. */
  private CompletableFuture<List<SnapshotRange>> behindBarriers(
      List<RangeScan> scans,
      BarrierLocks locks,
      Supplier<CompletableFuture<List<SnapshotRange>>> opening) {
    Set<TableName> tables =
        scans.stream().map(scan -> scan.range().table()).collect(Collectors.toUnmodifiableSet());
    Openings own = new Openings();
    Openings shared = waiting.computeIfAbsent(tables, none -> own);
    CompletableFuture<List<SnapshotRange>> snapshot = Async.guarded(() -> shared.add(opening));
    if (shared == own) {
      var unused =
          parts
              .background()
              .begin()
              .end(Async.guarded(() -> closed(tables, locks, own)))
              .thenCompose(done -> begin(tables, own)); // without barriers if none could be closed
    }
    return snapshot;
  }

  /** Completes when the snapshots are open, or some of them take too long. */
  private CompletableFuture<Void> begin(Set<TableName> tables, Openings openings) {
    waiting.remove(tables, openings);
    return parts.environment().pauseUntil(openings.begin(), LONGEST_WAIT);
  }

  private static @Nullable Void noBarrier(Throwable failure) {
    LOG.debug("The barrier was not locked", failure);
    return null;
  }

  /** Begins the openings while the barriers are closed. */
  private CompletableFuture<Void> closed(
      Set<TableName> tables, BarrierLocks locks, Openings openings) {
    Duration notice = parts.settings().limits().notice();
    Duration drain = notice.multipliedBy(3).dividedBy(4); // enough for commits, also under load
    return locked(
            tables,
            BarrierRows::announcement,
            locks,
            notice,
            () -> locked(tables, BarrierRows::closing, locks, drain, () -> begin(tables, openings)))
        .exceptionally(LongReads::noBarrier);
  }

  /**
   * Takes a hold on one row of each table, and does the work after a pause. Fails without a hold:
   * this user may only read, or the client closes.
   */
  private CompletableFuture<Void> locked(
      Set<TableName> tables,
      Function<TableName, RowKey> row,
      BarrierLocks locks,
      Duration pause,
      Supplier<CompletableFuture<Void>> work) {
    SortedSet<RowKey> rows = new TreeSet<>();
    tables.forEach(table -> rows.add(row.apply(table)));
    return Async.guarded(() -> locks.hold(rows))
        .thenCompose(
            held ->
                Async.guarded(() -> parts.environment().pause(pause))
                    .thenCompose(done -> work.get())
                    .whenComplete((done, failure) -> held.run()));
  }
}
