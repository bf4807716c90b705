package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the {@link Snapshot} of a transaction that reads more rows than it could lock, when it runs
 * again. Busy writers pause meanwhile ({@link BarrierRows}).
 */
public final class LongReads {

  private static final Logger LOG = LoggerFactory.getLogger(LongReads.class);

  /** Commits under way end within three quarters of the time of the notice, also under load. */
  private static final int DRAIN_PARTS = 3;

  private static final int NOTICE_PARTS = 4;

  private final RowStore store;
  private final LockedReader reader;
  private final PageRecovery pages;
  private final BarrierLocks locks;
  private final BackgroundWork background;
  private final Environment environment;
  private final Duration notice;
  private final Map<Set<TableName>, Openings> waiting = new ConcurrentHashMap<>();

  public LongReads(
      RowStore store,
      LockedReader reader,
      PageRecovery pages,
      BarrierLocks locks,
      BackgroundWork background,
      Environment environment,
      Duration notice) {
    this.store = store;
    this.reader = reader;
    this.pages = pages;
    this.locks = locks;
    this.background = background;
    this.environment = environment;
    this.notice = notice;
  }

  /**
   * Reserves a snapshot, which the transaction opens itself. If that fails, it reads as usual.
   *
   * @param pausesWriters false for a reader that must not delay them
   */
  public CompletableFuture<DeferredSnapshot> take(
      List<RangeScan> scans, boolean pausesWriters, long age) {
    DeferredSnapshot snapshot =
        new DeferredSnapshot(
            () ->
                waitedFor(Async.guarded(() -> open(scans, pausesWriters, age)))
                    .thenApply(Optional::of)
                    .exceptionally(LongReads::none));
    return CompletableFuture.completedFuture(snapshot);
  }

  /**
   * A client that closes waits for the opening, although the transaction may have ended: it has a
   * hold.
   */
  private CompletableFuture<Snapshot> waitedFor(CompletableFuture<Snapshot> opening) {
    var unused = background.start(() -> opening.thenAccept(snapshot -> {}));
    return opening;
  }

  private static Optional<Snapshot> none(Throwable failure) {
    LOG.debug("No snapshot was opened, continuing without one", failure);
    return Optional.empty();
  }

  private CompletableFuture<Snapshot> open(List<RangeScan> scans, boolean pausesWriters, long age) {
    return Snapshot.find(store, scans)
        .thenCompose(
            openers -> {
              Supplier<CompletableFuture<Snapshot>> opening =
                  () -> Snapshot.open(reader, pages, scans, openers);
              return pausesWriters ? behindBarriers(scans, age, opening) : opening.get();
            });
  }

  /** Opens the snapshot with the others of this client that are about to open in these tables. */
  private CompletableFuture<Snapshot> behindBarriers(
      List<RangeScan> scans, long age, Supplier<CompletableFuture<Snapshot>> opening) {
    Set<TableName> tables =
        scans.stream().map(scan -> scan.range().table()).collect(Collectors.toUnmodifiableSet());
    Openings own = new Openings();
    Openings shared = waiting.computeIfAbsent(tables, none -> own);
    CompletableFuture<Snapshot> snapshot = Async.guarded(() -> shared.add(opening));
    if (shared == own) {
      var unused =
          background
              .start(() -> closed(tables, age, own))
              .thenCompose(done -> begin(tables, own)); // without barriers if none could be closed
    }
    return snapshot;
  }

  /** Completes when the snapshots are open, or some of them take too long. */
  private CompletableFuture<Void> begin(Set<TableName> tables, Openings openings) {
    waiting.remove(tables, openings);
    return environment.pauseUntil(openings.begin(), Barriers.LONGEST_WAIT);
  }

  private static @Nullable Void noBarrier(Throwable failure) {
    LOG.debug("The barrier was not locked", failure);
    return null;
  }

  /** Begins the openings while the barriers are closed. */
  private CompletableFuture<Void> closed(Set<TableName> tables, long age, Openings openings) {
    Duration drain = notice.multipliedBy(DRAIN_PARTS).dividedBy(NOTICE_PARTS);
    return locked(
            tables,
            BarrierRows::announcement,
            age,
            notice,
            () -> locked(tables, BarrierRows::closing, age, drain, () -> begin(tables, openings)))
        .exceptionally(LongReads::noBarrier);
  }

  /**
   * Takes a hold on one row of each table, and does the work after a pause. Fails without a hold:
   * this user may only read, or the client closes.
   */
  private CompletableFuture<Void> locked(
      Set<TableName> tables,
      Function<TableName, RowKey> row,
      long age,
      Duration pause,
      Supplier<CompletableFuture<Void>> work) {
    SortedSet<RowKey> rows = new TreeSet<>();
    tables.forEach(table -> rows.add(row.apply(table)));
    return Async.guarded(() -> locks.hold(rows, age))
        .thenCompose(
            held ->
                Async.guarded(() -> environment.pause(pause))
                    .thenCompose(done -> work.get())
                    .whenComplete((done, failure) -> held.run()));
  }
}
