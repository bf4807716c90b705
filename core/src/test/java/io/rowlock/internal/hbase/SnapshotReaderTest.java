package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RangeSnapshot;
import io.rowlock.internal.store.RowRange;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.junit.jupiter.api.Test;

/** Opening the scanners of a table of two regions, when a request breaks off or is not answered. */
class SnapshotReaderTest {

  private static final TableName TABLE = TableName.valueOf("table");
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ScriptedConnection hbase = new ScriptedConnection();
  private final VirtualTime time = new VirtualTime();
  private final RpcSender sender =
      new RpcSender(
          new RpcSender.Limiter(2, Duration.ofSeconds(70), time.environment(1)),
          new RpcCounter(),
          ContextPropagator.NONE);
  private final SnapshotReader reader =
      new SnapshotReader(
          new TableViews(
              hbase.connection(), new HBaseStoreSettings(Duration.ofSeconds(10), LIMIT, 100, true)),
          new RegionServers(hbase.connection(), time.environment(1), LIMIT),
          sender);

  @Test
  void scansBeforeOneThatCannotBeSentAreClosed() {
    hbase.breakScanAfter(1, new StackOverflowError("Simulated"));
    CompletableFuture<RangeSnapshot> opening = open();
    AdvancedScanResultConsumer first = hbase.scans().get(0);
    ScriptedScan controller = new ScriptedScan();
    show(first, controller);

    assertThat(opening).isCompletedExceptionally();
    assertThat(controller.resumed()).isOne();
    show(first, controller);
    assertThat(controller.isTerminated()).isTrue();
    assertThatNoPlaceIsTaken();
  }

  @Test
  void silentScanFailsTheOpeningAndGivesItsPlaceBack() {
    CompletableFuture<RangeSnapshot> opening = open();
    show(hbase.scans().get(0), new ScriptedScan());
    time.advance(LIMIT);

    assertThat(opening).isCompletedExceptionally();
    assertThatNoPlaceIsTaken();
  }

  private CompletableFuture<RangeSnapshot> open() {
    RangeScan all = new RangeScan(RowRange.all(TABLE), ColumnSelection.ALL, false, 100);
    return reader.find(all).thenCompose(opener -> opener.open(false));
  }

  private static void show(AdvancedScanResultConsumer scan, ScriptedScan controller) {
    scan.onScanMetricsCreated(new ScanMetrics());
    scan.onNext(new Result[] {ScriptedScan.row("a")}, controller);
  }

  private void assertThatNoPlaceIsTaken() {
    List<CompletableFuture<String>> sent = List.of(submit(), submit());
    assertThat(sent).allMatch(CompletableFuture::isDone);
  }

  private CompletableFuture<String> submit() {
    return sender.send(hbase.server(), () -> CompletableFuture.completedFuture("sent"));
  }
}
