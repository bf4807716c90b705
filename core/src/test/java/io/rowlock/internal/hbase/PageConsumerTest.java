package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HBase's client calls a consumer that has thrown anything neither again nor to its end. */
class PageConsumerTest {

  private static final TableName TABLE = TableName.valueOf("table");

  private final ScriptedScan scan = new ScriptedScan();
  private final PageConsumer page = new PageConsumer(TABLE, 1 << 20);

  @BeforeEach
  void open() {
    page.onScanMetricsCreated(new ScanMetrics());
  }

  @Test
  void errorAmongTheRowsEndsThePage() {
    page.onNext(new Result[] {ScriptedScan.row("a"), ScriptedScan.unreadable()}, scan);
    assertThat(page.rows())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(StackOverflowError.class);

    page.onNext(new Result[] {ScriptedScan.row("b")}, scan);
    assertThat(scan.isTerminated()).isTrue();
    page.onComplete();
    assertThat(page.rows()).isCompletedExceptionally();
  }

  @Test
  void errorWhileTheScanIsEndedEndsThePage() {
    PageConsumer small = new PageConsumer(TABLE, 1);
    scan.breakWith(new StackOverflowError("Simulated"));
    small.onNext(new Result[] {ScriptedScan.row("a")}, scan);
    assertThat(small.rows())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(StackOverflowError.class);
  }

  @Test
  void placeOfTheServerIsGivenBack() {
    RpcSender sender =
        new RpcSender(
            new RpcSender.Limiter(1, Duration.ofSeconds(70), new VirtualTime().environment(1)),
            new RpcCounter(),
            ContextPropagator.NONE);
    ServerName server = ServerName.valueOf("server", 1, 1);
    CompletableFuture<?> first = sender.sendUncounted(server, page::rows, page::rpcs);
    CompletableFuture<String> second =
        sender.send(server, () -> CompletableFuture.completedFuture("sent"));
    page.onNext(new Result[] {ScriptedScan.unreadable()}, scan);

    assertThat(first).isCompletedExceptionally();
    assertThat(second).isCompletedWithValue("sent");
  }
}
