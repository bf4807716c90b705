package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.SnapshotLostException;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.apache.hadoop.hbase.client.Cursor;
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
  private final Controller controller = new Controller();
  private final VirtualTime time = new VirtualTime();
  private final PinnedScan scan = new PinnedScan(TABLE, time.environment(1).scheduler(), PATIENCE);

  /** HBase's side of a scan that is suspended after each page. */
  private static final class Controller implements ScanController, ScanResumer {

    private int resumed;
    private boolean isTerminated;

    @Override
    public ScanResumer suspend() {
      return this;
    }

    @Override
    public void resume() {
      resumed++;
    }

    @Override
    public void terminate() {
      isTerminated = true;
    }

    @Override
    public Optional<Cursor> cursor() {
      return Optional.empty();
    }
  }

  @BeforeEach
  void open() {
    metrics.countOfRegions.set(1);
    scan.onScanMetricsCreated(metrics);
  }

  @Test
  void pagesAreAskedForOneByOne() {
    page("a", "b");
    assertThat(keys(scan.next())).containsExactly("a", "b");
    assertThat(controller.resumed).isZero();

    CompletableFuture<List<StoredRow>> second = scan.next();
    assertThat(controller.resumed).isOne();
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

    assertThatThrownBy(next::join)
        .hasCauseInstanceOf(SnapshotLostException.class)
        .hasMessageContaining("has lost rows");
  }

  @Test
  void lostLastPageIsNoticed() {
    page("a", "b");
    assertThat(scan.next()).isDone();
    CompletableFuture<List<StoredRow>> end = scan.next();

    count(2, 0);
    scan.onComplete();

    assertThatThrownBy(end::join)
        .hasCauseInstanceOf(SnapshotLostException.class)
        .hasMessageContaining("has lost rows");
  }

  @Test
  void secondOpeningIsLoss() {
    page("a");
    assertThat(scan.next()).isDone();
    CompletableFuture<List<StoredRow>> next = scan.next();

    metrics.countOfRegions.set(2);
    page("b");

    assertThatThrownBy(next::join)
        .hasCauseInstanceOf(SnapshotLostException.class)
        .hasMessageContaining("was opened again");
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

    assertThatThrownBy(next::join)
        .hasCauseInstanceOf(SnapshotLostException.class)
        .hasMessageContaining("has not answered for 120000 ms");
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
    assertThat(controller.resumed).isOne();

    page("b");

    assertThat(controller.isTerminated).isTrue();
  }

  private void page(String... rows) {
    count(rows.length, 0);
    scan.onNext(Stream.of(rows).map(PinnedScanTest::result).toArray(Result[]::new), controller);
  }

  private void count(int scanned, int filtered) {
    metrics.countOfRowsScanned.addAndGet(scanned);
    metrics.countOfRowsFiltered.addAndGet(filtered);
  }

  private static Result result(String row) {
    byte[] any = Bytes.toBytes("any");
    return Result.create(List.of(new KeyValue(Bytes.toBytes(row), any, any, any)));
  }

  private static List<String> keys(CompletableFuture<List<StoredRow>> rows) {
    return rows.join().stream().map(row -> Bytes.toString(row.key().row())).toList();
  }
}
