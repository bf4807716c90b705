package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.SnapshotLostException;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a pinned scan makes of the answers of HBase's client. */
class PinnedScanTest {

  private static final TableName TABLE = TableName.valueOf("table");

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ScanMetrics metrics = new ScanMetrics();
  private final ScriptedScan controller = new ScriptedScan();
  private final VirtualTime time = new VirtualTime();
  private final PinnedScan scan = new PinnedScan(TABLE, time.environment(1).scheduler(), PATIENCE);

  @BeforeEach
  void open() {
    metrics.countOfRegions.set(1);
    scan.onScanMetricsCreated(metrics);
  }

  @Test
  void pagesAreAskedForOneByOne() {
    page("a", "b");
    assertThat(keys(scan.next())).containsExactly("a", "b");
    assertThat(controller.resumed()).isZero();

    CompletableFuture<List<StoredRow>> second = scan.next();
    assertThat(controller.resumed()).isOne();
    page("c");
    assertThat(keys(second)).containsExactly("c");

    CompletableFuture<List<StoredRow>> end = scan.next();
    scan.onComplete();
    assertThat(keys(end)).isEmpty();
  }

  @Test
  void rowsThatTheServerHasFilteredAreNotMissed() {
    count(3, 3);
    page("a", "b");

    assertThat(keys(scan.next())).containsExactly("a", "b");
  }

  /** The transaction may need no page after this one, so it must not get it. */
  @Test
  void pageAfterLostOneIsLostToo() {
    page("a", "b");
    assertThat(scan.next()).isDone();
    CompletableFuture<List<StoredRow>> next = scan.next();

    count(2, 0); // what came is taken for no rows
    page("e", "f");

    assertThat(next)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(SnapshotLostException.class)
        .withMessageContaining("has lost rows");
  }

  @Test
  void lostLastPageIsNoticed() {
    page("a", "b");
    assertThat(scan.next()).isDone();
    CompletableFuture<List<StoredRow>> end = scan.next();

    count(2, 0);
    scan.onComplete();

    assertThat(end)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(SnapshotLostException.class)
        .withMessageContaining("has lost rows");
  }

  @Test
  void secondOpeningIsLoss() {
    page("a");
    assertThat(scan.next()).isDone();
    CompletableFuture<List<StoredRow>> next = scan.next();

    metrics.countOfRegions.set(2);
    page("b");

    assertThat(next)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(SnapshotLostException.class)
        .withMessageContaining("was opened again");
  }

  /** HBase's client has lost the failure of the request. */
  @Test
  void silenceIsLoss() {
    page("a");
    assertThat(scan.next()).isDone();
    CompletableFuture<List<StoredRow>> next = scan.next();

    time.advance(PATIENCE.minusMillis(1));
    assertThat(next).isNotDone();
    time.advance(Duration.ofMillis(1));

    assertThat(next)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(SnapshotLostException.class)
        .withMessageContaining("has not answered for 120000 ms");
    page("b");
    assertThat(scan.next()).isCompletedExceptionally();
  }

  @Test
  void heartbeatIsASignOfLife() {
    page("a");
    assertThat(scan.next()).isDone();
    CompletableFuture<List<StoredRow>> next = scan.next();
    time.advance(PATIENCE.minusMillis(1));
    scan.onHeartbeat(controller);
    time.advance(PATIENCE.minusMillis(1));
    page("b");

    assertThat(keys(next)).containsExactly("b");
    time.advance(PATIENCE);
    page("c");
    assertThat(keys(scan.next())).containsExactly("c");
  }

  @Test
  void oneTimerWatchesAllPages() {
    AtomicInteger timers = new AtomicInteger();
    PinnedScan watched = new PinnedScan(TABLE, (delay, task) -> timers.incrementAndGet(), PATIENCE);
    watched.onScanMetricsCreated(metrics);
    for (int page = 1; page <= 100; page++) {
      CompletableFuture<List<StoredRow>> rows = watched.next();
      count(1, 0);
      watched.onNext(new Result[] {ScriptedScan.row("a")}, controller);
      assertThat(rows).isCompleted();
    }
    assertThat(timers).hasValue(1);
  }

  @Test
  void scanOfAClosedClientIsLost() {
    PinnedScan closed =
        new PinnedScan(
            TABLE,
            (delay, task) -> {
              throw new RejectedExecutionException("closed");
            },
            PATIENCE);
    closed.onScanMetricsCreated(metrics);

    assertThat(closed.next()).isCompletedExceptionally();
  }

  @Test
  void closedScanTakesNoPage() {
    page("a");
    scan.close();
    assertThat(controller.resumed()).isOne();

    page("b");

    assertThat(controller.isTerminated()).isTrue();
  }

  @Test
  void errorInTheFirstPageFailsTheOpening() {
    scan.onNext(new Result[] {ScriptedScan.unreadable()}, controller);

    assertThat(scan.opened())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(StackOverflowError.class);
    assertThat(scan.next()).isCompletedExceptionally();
  }

  @Test
  void errorInALaterPageIsLoss() {
    page("a");
    assertThat(scan.next()).isDone();
    CompletableFuture<List<StoredRow>> next = scan.next();
    scan.onNext(new Result[] {ScriptedScan.row("b"), ScriptedScan.unreadable()}, controller);

    assertThat(next)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(SnapshotLostException.class)
        .withMessageContaining("broke off: Simulated");
    page("c");
    assertThat(controller.isTerminated()).isTrue();
    assertThat(scan.next()).isCompletedExceptionally();
  }

  @Test
  void errorWhileThePageIsSuspendedFailsTheOpening() {
    controller.breakWith(new StackOverflowError("Simulated"));
    page("a");

    assertThat(scan.opened())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(StackOverflowError.class);
  }

  @Test
  void errorWhileTheScanGoesOnIsLoss() {
    page("a");
    assertThat(scan.next()).isDone();
    controller.breakWith(new StackOverflowError("Simulated"));

    assertThat(scan.next())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(SnapshotLostException.class)
        .withMessageContaining("broke off: Simulated");
  }

  @Test
  void errorAtAHeartbeatFailsTheOpening() {
    scan.close();
    controller.breakWith(new StackOverflowError("Simulated"));
    scan.onHeartbeat(controller);

    assertThat(scan.opened())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(StackOverflowError.class);
  }

  @Test
  void errorOfTheTimerIsLoss() {
    PinnedScan unwatched =
        new PinnedScan(
            TABLE,
            (delay, task) -> {
              throw new StackOverflowError("Simulated");
            },
            PATIENCE);
    unwatched.onScanMetricsCreated(metrics);

    assertThat(unwatched.next()).isCompletedExceptionally();
  }

  /** HBase's client has lost the failure of the first request, or an Error has stopped it. */
  @Test
  void silentOpeningFails() {
    scan.watch();
    time.advance(PATIENCE.minusMillis(1));
    assertThat(scan.opened()).isNotDone();
    time.advance(Duration.ofMillis(1));

    assertThat(scan.opened())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(SnapshotLostException.class)
        .withMessageContaining("has not answered for 120000 ms");
  }

  private void page(String... rows) {
    count(rows.length, 0);
    scan.onNext(Stream.of(rows).map(ScriptedScan::row).toArray(Result[]::new), controller);
  }

  private void count(int scanned, int filtered) {
    metrics.countOfRowsScanned.addAndGet(scanned);
    metrics.countOfRowsFiltered.addAndGet(filtered);
  }

  private static List<String> keys(CompletableFuture<List<StoredRow>> rows) {
    return rows.join().stream().map(row -> Bytes.toString(row.key().row())).toList();
  }
}
