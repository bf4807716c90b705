package io.rowlock;

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
 * Feeds the rows of a scan to a consumer, one after the other, in an executor. A consumer that
 * throws, be it an error, ends the scan and is told.
 *
 * <p>Rows that are there at once are fed in a loop, never by recursion, as an executor may run its
 * tasks inline: each step is taken by the last of two to come by, its asker and its answer.
 */
final class ScanPump {

  private final TransactionScan scan;
  private final AdvancedScanResultConsumer consumer;
  private final Function<Throwable, ? extends Throwable> translate;
  private final Executor callbacks;
  private volatile boolean ended;

  /**
   * @param translate makes public exceptions of failures
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

  /** Asks for row after row, as long as the consumer is through with each at once. */
  void start() {
    boolean goesOn = true;
    while (goesOn) {
      AtomicBoolean firstHasPassed = new AtomicBoolean();
      var unused =
          scan.next()
              .handleAsync((row, failure) -> step(row, failure, firstHasPassed), callbacks)
              .exceptionally(this::breakOff);
      goesOn = firstHasPassed.getAndSet(true);
    }
  }

  private @Nullable Void step(
      @Nullable Result row, @Nullable Throwable failure, AtomicBoolean firstHasPassed) {
    CompletableFuture<Void> ready = accept(row, failure);
    var unused =
        ready.thenRun(
            () -> {
              if (firstHasPassed.getAndSet(true)) {
                start();
              }
            });
    return null;
  }

  /** Completes when the next row is wanted; never after the last one. */
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
    } catch (Throwable broken) { // an error, too: the consumer waits to be told
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

  /** Something of our own has broken, or of the executor. */
  private @Nullable Void breakOff(Throwable failure) {
    if (!ended) {
      var unused = end(() -> consumer.onError(translate.apply(failure)));
    }
    return null;
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
