package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Scheduler;
import io.rowlock.internal.store.SnapshotLostException;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * A scan of one region that waits between two requests, and keeps the read point that HBase gave it
 * when it was opened ({@code RegionScannerImpl}). HBase's client renews its lease meanwhile.
 * Thread-safe.
 *
 * <p>HBase's client calls a consumer that has thrown anything neither again nor to its end, so no
 * exception or error gets out of the calls that it makes.
 *
 * <p>The scan is lost if HBase's client may show anything else:
 *
 * <ul>
 *   <li>It opens a scanner again without reporting it when the first one is gone, and then shows
 *       the region as it is by then. It counts each opening as a region ({@code
 *       AsyncClientScanner}), so the scan is lost as soon as it counts two.
 *   <li>If a renewal of the lease and a request for rows are under way together, it can take the
 *       rows for none, because both share an {@code HBaseRpcController}. The server has counted
 *       them, so the counts differ at the next answer, before any later row is shown. (They are
 *       equal otherwise, because servers send whole rows: {@link SnapshotReader}.)
 *   <li>It repeats requests for rows at a dead server until the time limit. Any failure after the
 *       opening is a loss, not a failure of the transaction.
 *   <li>If a renewal of the lease is answered and the request for rows fails, it can lose the
 *       failure, for the same reason, and never answers. So silence is a loss, too.
 * </ul>
 */
final class PinnedScan implements AdvancedScanResultConsumer {

  final TableName table;
  private final Scheduler scheduler;
  private final Duration patience;
  private final CompletableFuture<Void> opened = new CompletableFuture<>();
  private List<StoredRow> ahead = new ArrayList<>();
  private @Nullable CompletableFuture<List<StoredRow>> waiting;
  private @Nullable ScanResumer resumer;
  private @Nullable Throwable failure;
  private long received;
  private int signsOfLife;
  private boolean isWatched;
  private boolean hasLostRows;
  private boolean hasEnded;
  private boolean isClosed;
  private volatile @Nullable ScanMetrics metrics;

  /**
   * Creates a scan before it is opened.
   *
   * @param patience how long the opening, or a call for rows, waits for an answer or a heartbeat at
   *     least; twice as long at most
   */
  PinnedScan(TableName table, Scheduler scheduler, Duration patience) {
    this.table = table;
    this.scheduler = scheduler;
    this.patience = patience;
  }

  /** Completes when the region's read point is fixed. */
  CompletableFuture<Void> opened() {
    return opened;
  }

  /** Returns the number of RPCs of the scan. */
  long rpcs() {
    ScanMetrics own = metrics;
    return own == null ? 0 : own.countOfRPCcalls.get();
  }

  /**
   * Returns the next rows, none at the end.
   *
   * @throws IllegalStateException if another call is under way
   */
  CompletableFuture<List<StoredRow>> next() {
    CompletableFuture<List<StoredRow>> rows = new CompletableFuture<>();
    synchronized (this) {
      if (waiting != null) {
        throw new IllegalStateException("A snapshot was asked for rows before it had answered");
      }
      waiting = rows;
    }
    guarded(
        () -> {
          goOn();
          watch();
        });
    return rows;
  }

  void close() {
    ScanResumer suspended; // what HBase's client waits for, if it does
    synchronized (this) {
      isClosed = true;
      ahead.clear();
      suspended = resumer;
      resumer = null;
    }
    guarded(
        () -> {
          if (suspended != null) {
            suspended.resume();
          }
          goOn();
        });
  }

  @Override
  public void onScanMetricsCreated(ScanMetrics scanMetrics) {
    metrics = scanMetrics;
  }

  @Override
  public void onNext(Result[] results, ScanController controller) {
    guarded(
        () -> {
          if (take(results, controller)) {
            opened.complete(null);
            goOn();
          }
        });
  }

  /** Returns false if the rows are of no use: the scan has ended. */
  private synchronized boolean take(Result[] results, ScanController controller) {
    if (mustEnd(controller)) {
      return false;
    }
    received += results.length;
    compareCounts();
    for (Result result : results) {
      ahead.add(StoredRows.of(table, result));
    }
    resumer = controller.suspend();
    return true;
  }

  /** Ends a scan whose rows are of no use. */
  private synchronized boolean mustEnd(ScanController controller) {
    boolean isOver = isClosed || failure != null;
    if (isOver) {
      controller.terminate();
    }
    return isOver;
  }

  @Override
  public void onHeartbeat(ScanController controller) {
    guarded(
        () -> {
          if (!mustEnd(controller)) {
            opened.complete(null);
            watch();
          }
        });
  }

  @Override
  public void onError(Throwable error) {
    guarded(() -> fail(opened.isDone() ? lost("failed", error) : error));
  }

  @Override
  public void onComplete() {
    guarded(
        () -> {
          synchronized (this) {
            compareCounts();
            hasEnded = true;
          }
          opened.complete(null);
          goOn();
        });
  }

  private void guarded(Runnable call) {
    try {
      call.run();
    } catch (Throwable broken) {
      fail(opened.isDone() ? lost("broke off", broken) : broken);
    }
  }

  /** Fails the opening, or the calls for rows after it. */
  private void fail(Throwable why) {
    synchronized (this) {
      failure = why;
    }
    opened.completeExceptionally(why);
    answer();
  }

  /**
   * Compares with what the server has sent by its own count. Called for each answer, between which
   * HBase's client does not count.
   */
  private void compareCounts() {
    ScanMetrics own = metrics;
    hasLostRows |=
        own == null || received != own.countOfRowsScanned.get() - own.countOfRowsFiltered.get();
  }

  /**
   * Answers the call that waits, or asks the server for what is missing. Nothing is asked for ahead
   * of a call: a reader at leisure leaves the servers to the others.
   */
  private void goOn() {
    ScanResumer missing = null;
    synchronized (this) {
      if (waiting != null && !isAnswerable()) {
        missing = resumer;
        resumer = null;
      }
    }
    if (missing == null) {
      answer();
    } else {
      missing.resume();
    }
  }

  /**
   * Notes a sign of life, a new call, or that the request that opens the scan has been sent. One
   * timer watches the scan while an answer is missing.
   */
  void watch() {
    int last;
    synchronized (this) {
      last = ++signsOfLife;
      if (isWatched || !isAwaited()) {
        return;
      }
      isWatched = true;
    }
    checkLater(last);
  }

  /** Checks at once if the timer takes no more tasks: the client is being closed, for example. */
  private void checkLater(int last) {
    try {
      scheduler.schedule(patience, () -> endIfSilentSince(last));
    } catch (Throwable refused) {
      endIfSilentSince(last);
    }
  }

  /** Ends the scan if an answer is missing and no sign of life has followed. */
  private void endIfSilentSince(int sign) {
    int last;
    boolean goesOn;
    synchronized (this) {
      last = signsOfLife;
      goesOn = isAwaited() && last != sign;
      isWatched = goesOn;
      if (!isAwaited()) {
        return;
      }
    }
    if (goesOn) {
      checkLater(last);
    } else {
      fail(lost("has not answered for " + patience.toMillis() + " ms", null));
    }
  }

  private boolean isAwaited() {
    return waiting != null || !opened.isDone();
  }

  private void answer() {
    CompletableFuture<List<StoredRow>> requested;
    List<StoredRow> rows;
    Throwable loss;
    synchronized (this) {
      if (waiting == null || !isAnswerable()) {
        return;
      }
      loss = loss();
      rows = ahead;
      ahead = new ArrayList<>();
      requested = waiting;
      waiting = null;
    }
    Async.complete(requested, rows, loss);
  }

  private boolean isAnswerable() {
    return hasEnded || !ahead.isEmpty() || loss() != null;
  }

  /** Returns why the rows may not be those of the snapshot, null if they are. */
  private @Nullable Throwable loss() {
    ScanMetrics own = metrics;
    if (isClosed) {
      return lost("was closed", null);
    }
    if (own == null || own.countOfRegions.get() > 1) {
      return lost("was opened again", failure);
    }
    if (failure == null && hasLostRows) {
      return lost("has lost rows", null);
    }
    return failure;
  }

  private SnapshotLostException lost(String how, @Nullable Throwable cause) {
    String message = "A scanner of table '" + table + "' " + how;
    return cause == null
        ? new SnapshotLostException(message)
        : new SnapshotLostException(message + ": " + cause.getMessage(), cause);
  }
}
