package io.rowlock;

import io.rowlock.internal.transaction.TransactionScan;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.apache.hadoop.hbase.client.Cursor;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Feeds the rows of a scan to a consumer, one after the other, in an executor. A consumer that
 * throws ends the scan and is told.
 *
 * @param translate makes public exceptions of failures
 */
record ScanPump(
    TransactionScan scan,
    AdvancedScanResultConsumer consumer,
    Function<Throwable, ? extends Throwable> translate,
    Executor callbacks) {

  void start() {
    var unused = scan.next().whenCompleteAsync(this::accept, callbacks);
  }

  private void accept(@Nullable Result row, @Nullable Throwable failure) {
    if (failure != null) {
      consumer.onError(translate.apply(failure));
    } else if (row == null) {
      consumer.onComplete();
    } else {
      feed(row);
    }
  }

  private void feed(Result row) {
    Controller controller = new Controller();
    try {
      consumer.onNext(new Result[] {row}, controller);
    } catch (RuntimeException broken) {
      scan.close();
      consumer.onError(broken);
      return;
    }
    if (controller.terminated) {
      scan.close();
      consumer.onComplete();
    } else {
      var unused = controller.resumed.thenRun(this::start);
    }
  }

  /** What the consumer may ask for while it gets a row, and how it goes on afterwards. */
  private static final class Controller implements ScanController, ScanResumer {

    private CompletableFuture<Void> resumed = CompletableFuture.completedFuture(null);
    private boolean terminated;

    @Override
    public ScanResumer suspend() {
      resumed = new CompletableFuture<>();
      return this;
    }

    @Override
    public void resume() {
      resumed.complete(null);
    }

    @Override
    public void terminate() {
      terminated = true;
    }

    @Override
    public Optional<Cursor> cursor() {
      return Optional.empty();
    }
  }
}
