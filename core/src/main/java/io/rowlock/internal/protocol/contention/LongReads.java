package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.EscalationLock;
import io.rowlock.internal.protocol.commit.Reservation;
import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.read.BarrierRows;
import io.rowlock.internal.protocol.read.DeferredSnapshot;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.Snapshot;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
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
  private final Escalation escalation;
  private final BackgroundWork background;
  private final Environment environment;
  private final Duration notice;

  public LongReads(
      RowStore store,
      LockedReader reader,
      Escalation escalation,
      BackgroundWork background,
      Environment environment,
      Duration notice) {
    this.store = store;
    this.reader = reader;
    this.escalation = escalation;
    this.background = background;
    this.environment = environment;
    this.notice = notice;
  }

  /**
   * Reserves a snapshot, which the transaction opens itself. If that fails, it reads as usual.
   *
   * @param pausesWriters false for a reader that must not delay anyone
   */
  CompletableFuture<Reservation> take(List<RangeScan> scans, boolean pausesWriters, long age) {
    DeferredSnapshot snapshot =
        new DeferredSnapshot(
            () ->
                waitedFor(Async.guarded(() -> open(scans, pausesWriters, age)))
                    .thenApply(Optional::of)
                    .exceptionally(LongReads::none));
    return CompletableFuture.completedFuture(Reservation.of(snapshot));
  }

  /**
   * A client that closes waits for the opening, although the transaction may have ended: it holds
   * locks.
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
                  () -> Snapshot.open(reader, scans, openers);
              return pausesWriters ? announced(scans, age, opening) : opening.get();
            });
  }

  private CompletableFuture<Snapshot> announced(
      List<RangeScan> scans, long age, Supplier<CompletableFuture<Snapshot>> opening) {
    Duration drain = notice.multipliedBy(DRAIN_PARTS).dividedBy(NOTICE_PARTS);
    return afterPause(
        locked(scans, BarrierRows::announcement, age),
        notice,
        () -> afterPause(locked(scans, BarrierRows::closing, age), drain, opening, opening),
        opening);
  }

  /** Does the work under the lock, after a pause; without a lock it only opens the snapshot. */
  private CompletableFuture<Snapshot> afterPause(
      CompletableFuture<@Nullable EscalationLock> locked,
      Duration pause,
      Supplier<CompletableFuture<Snapshot>> work,
      Supplier<CompletableFuture<Snapshot>> opening) {
    return locked.thenCompose(
        lock ->
            lock == null
                ? opening.get()
                : releasing(lock, pause(pause).thenCompose(done -> work.get())));
  }

  private CompletableFuture<Void> pause(Duration time) {
    return Async.guarded(() -> environment.pause(time));
  }

  /** Locks one row of each table. Completes with null if it cannot: this user may only read. */
  private CompletableFuture<@Nullable EscalationLock> locked(
      List<RangeScan> scans, Function<TableName, RowKey> row, long age) {
    SortedSet<RowKey> rows = new TreeSet<>();
    scans.forEach(scan -> rows.add(row.apply(scan.range().table())));
    return Async.guarded(() -> escalation.take(rows, age))
        .<@Nullable EscalationLock>thenApply(lock -> lock)
        .exceptionally(
            failure -> {
              LOG.debug("No barrier was locked", failure);
              return null;
            });
  }

  private static <T> CompletableFuture<T> releasing(
      EscalationLock lock, CompletableFuture<T> work) {
    return work.whenComplete(
        (done, failure) -> {
          var unused = lock.release();
        });
  }
}
