package io.rowlock;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.transaction.TransactionScan;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.apache.hadoop.hbase.client.Cursor;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Passes the rows of a scan to a consumer, one after the other, in an executor. An exception or
 * error of the consumer ends the scan and is reported.
 *
 * <p>Rows that are available at once are passed in a loop, never by recursion, because an executor
 * may run its tasks inline: each step runs in the later of two events, the request for a row and
 * its answer.
 */
final class ScanPump {

  private final TransactionScan scan;
  private final AdvancedScanResultConsumer consumer;
  private final Function<Throwable, ? extends Throwable> translate;
  private final Executor callbacks;
  private volatile boolean ended;

  /**
   * Creates a pump.
   *
   * @param translate turns failures into public exceptions; never throws
   */
  ScanPump(
      TransactionScan scan,
      AdvancedScanResultConsumer consumer,
      Function<Throwable, ? extends Throwable> translate,
      Executor callbacks) {
    this.scan = scan;
    this.consumer = consumer;
    this.translate = translate;
    this.callbacks = callbacks;
  }

  /** Requests row after row in a loop, as long as the consumer finishes each at once. */
  void start() {
    boolean goesOn = true;
    while (goesOn) {
      AtomicBoolean firstHasPassed = new AtomicBoolean();
      var unused =
          Async.guarded(scan::next)
              .handleAsync((row, failure) -> step(row, failure, firstHasPassed), callbacks)
              .exceptionally(this::breakOff);
      goesOn = firstHasPassed.getAndSet(true);
    }
  }

  private @Nullable Void step(
      @Nullable Result row, @Nullable Throwable failure, AtomicBoolean firstHasPassed) {
    CompletableFuture<Void> ready = accept(row, failure);
    var unused =
        ready
            .thenRun(
                () -> {
                  if (firstHasPassed.getAndSet(true)) {
                    start();
                  }
                })
            .exceptionally(this::breakOff);
    return null;
  }

  /** Completes when the consumer is ready for the next row; never after the last one. */
  private CompletableFuture<Void> accept(@Nullable Result row, @Nullable Throwable failure) {
    if (failure != null) {
      return end(() -> consumer.onError(translate.apply(failure)));
    }
    return row == null ? end(consumer::onComplete) : feed(row);
  }

  private CompletableFuture<Void> feed(Result row) {
    Controller controller = new Controller();
    try {
      consumer.onNext(new Result[] {row}, controller);
    } catch (Throwable broken) { // an error, too: the consumer must get it
      return end(() -> consumer.onError(broken));
    }
    return controller.terminated ? end(consumer::onComplete) : controller.resumed;
  }

  private CompletableFuture<Void> end(Runnable last) {
    ended = true;
    scan.close();
    last.run();
    return new CompletableFuture<>();
  }

  /** Ends the scan after a failure in Rowlock's own code, or of the executor. */
  private @Nullable Void breakOff(Throwable failure) {
    if (!ended) {
      var unused = end(() -> consumer.onError(translate.apply(failure)));
    }
    return null;
  }

  /** What the consumer may call while it gets a row, and to continue afterwards. */
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
